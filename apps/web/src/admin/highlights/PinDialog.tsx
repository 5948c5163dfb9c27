import { PIN_CHANNELS, type PinChannel } from '@shiliu/contract/admin/highlights'
import { PIN } from '@shiliu/contract/limits'
import { type FormEvent, useState } from 'react'
import { ActionBar } from '#ui/form/ActionBar.tsx'
import { Button } from '#ui/form/Button.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { DialogFrame } from '#ui/overlay/DialogFrame.tsx'
import { ChoiceGroup } from '../form/ChoiceGroup.tsx'
import classes from '../jobs/JobDialog.module.css'
import type { Highlights } from './use-highlights.ts'

type Props = {
  /** Which notes; null closes. */
  ids: readonly number[] | null
  /** The category of a single note, where it is known. */
  category?: string | null
  highlights: Highlights
  onClose: () => void
}

/** Asks where notes are pinned and until when. */
export function PinDialog({ ids, category, highlights, onClose }: Props) {
  const [shown, setShown] = useState(ids)
  if (ids && ids !== shown) setShown(ids)
  if (!shown) return null
  return (
    <DialogFrame
      opened={ids !== null}
      onClose={onClose}
      onExited={() => setShown(null)}
      title={shown.length === 1 ? '置顶笔记' : `置顶 ${shown.length} 篇笔记`}
    >
      <PinForm key={shown.join()} ids={shown} category={category} highlights={highlights} onClose={onClose} />
    </DialogFrame>
  )
}

const DAY_MS = 24 * 3600 * 1000
const TERMS = [
  ['1 天', 1],
  ['7 天', 7],
  ['30 天', 30],
  ['一直', null],
  ['到……', 'time'],
] as const
type Term = (typeof TERMS)[number][1]

/** Undefined where no time has been entered. */
function untilOf(term: Term, typed: string): string | null | undefined {
  if (term === null) return null
  if (term !== 'time') return new Date(Date.now() + term * DAY_MS).toISOString()
  const time = Date.parse(typed)
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

function PinForm({ ids, category, highlights, onClose }: Props & { ids: readonly number[] }) {
  const [channel, setChannel] = useState<PinChannel>('recommend')
  const [term, setTerm] = useState<Term>(7)
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const nameOf = (each: PinChannel) => (each === 'recommend' ? '推荐' : category || '笔记的分类')

  function submit(event: FormEvent) {
    event.preventDefault()
    const until = untilOf(term, typed)
    if (until === undefined) return setError('请选择时间')
    if (until !== null && Date.parse(until) <= Date.now()) return setError('结束时间要晚于现在')
    highlights.change({ ids, action: 'pin', channel, until }, onClose)
  }

  return (
    <form onSubmit={submit} noValidate>
      <p className={classes.hint}>每个频道最多置顶 {PIN.max} 篇，新的在前；再置顶一次可以改期限。</p>
      <div className={classes.choices}>
        <ChoiceGroup<PinChannel>
          legend="频道"
          name="channel"
          autoFocus
          choices={PIN_CHANNELS.map((each) => [nameOf(each), each])}
          value={channel}
          onChange={setChannel}
        />
      </div>
      <div className={classes.choices}>
        <ChoiceGroup<Term>
          legend="期限"
          name="term"
          choices={TERMS}
          value={term}
          onChange={(value) => {
            setTerm(value)
            setError(null)
          }}
        />
      </div>
      {term === 'time' && (
        <TextField
          label="到什么时候"
          type="datetime-local"
          value={typed}
          error={error}
          onChange={(value) => {
            setTyped(value)
            setError(null)
          }}
        />
      )}
      <ActionBar>
        <Button variant="plain" onClick={onClose}>
          取消
        </Button>
        <Button type="submit" loading={highlights.busy}>
          置顶
        </Button>
      </ActionBar>
    </form>
  )
}
