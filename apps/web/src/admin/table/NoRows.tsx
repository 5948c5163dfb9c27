import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'

type Props = {
  noun: string
  /** Whether filters leave none; else there are none at all. */
  narrowed: boolean
  onClear: () => void
  /** null where nobody creates any. */
  onCreate: (() => void) | null
}

export function NoRows({ noun, narrowed, onClear, onCreate }: Props) {
  if (narrowed) {
    const action = (
      <Button variant="plain" onClick={onClear}>
        清空条件
      </Button>
    )
    return <EmptyState title={`没有符合条件的${noun}`} hint="换个条件试试" action={action} />
  }
  const action = onCreate && (
    <Button variant="plain" onClick={onCreate}>
      新增{noun}
    </Button>
  )
  return <EmptyState title={`还没有${noun}`} action={action} />
}
