import { highlight } from '@shiliu/contract/admin/highlights'
import { useState } from 'react'
import { Button } from '#ui/form/Button.tsx'
import panel from '../moderation/ModerationPanel.module.css'
import { useMay } from '../permissions.ts'
import { PinDialog } from './PinDialog.tsx'
import { PinLine, usePins } from './PinList.tsx'
import { useHighlights } from './use-highlights.ts'

type Props = { id: number; row: object }

const fieldOf = (row: object, name: string): unknown => Reflect.get(row, name)

/** Where a note is pinned and whether it is featured, and changing that (docs/product.md#pinned-and-featured-notes). */
export function HighlightPanel({ id, row }: Props) {
  const may = useMay()(highlight)
  const highlights = useHighlights()
  const [pinning, setPinning] = useState<readonly number[] | null>(null)
  const { data } = usePins()
  const own = data?.pins.filter(({ post_id }) => post_id === id) ?? []
  const isPublic = fieldOf(row, 'state') === 'visible' && fieldOf(row, 'is_draft') === 0
  const isFeatured = fieldOf(row, 'is_featured') === 1
  const category = fieldOf(row, 'category')
  const offers = may && (isPublic || isFeatured)
  if (own.length === 0 && !offers) return null
  return (
    <section className={panel.panel} aria-label="置顶与精选">
      {offers && (
        <div className={panel.actions}>
          {isPublic && (
            <Button size="sm" variant="plain" onClick={() => setPinning([id])}>
              置顶
            </Button>
          )}
          <Button
            size="sm"
            variant="plain"
            loading={highlights.busy}
            onClick={() => highlights.change({ ids: [id], action: isFeatured ? 'unfeature' : 'feature' })}
          >
            {isFeatured ? '取消精选' : '设为精选'}
          </Button>
        </div>
      )}
      {own.length > 0 && (
        <ul className={panel.history} aria-label="置顶">
          {own.map((pin) => (
            <PinLine key={pin.channel} pin={pin} highlights={highlights} />
          ))}
        </ul>
      )}
      <PinDialog
        ids={pinning}
        category={typeof category === 'string' ? category : null}
        highlights={highlights}
        onClose={() => setPinning(null)}
      />
    </section>
  )
}
