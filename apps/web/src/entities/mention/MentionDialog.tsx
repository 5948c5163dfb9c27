import { SEARCH } from '@shiliu/contract/limits'
import { IconRefresh } from '@tabler/icons-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { isComposing } from '#ui/composing.ts'
import { MENTION } from '#ui/constants.ts'
import { DialogFrame } from '#ui/DialogFrame.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { ToolButton } from '#ui/ToolButton.tsx'
import { useAtLeast } from '#ui/use-at-least.ts'
import { CandidateBones, CandidateList, optionId } from './CandidateList.tsx'
import type { Candidate } from './candidates.ts'
import classes from './MentionDialog.module.css'
import { useCandidates } from './use-candidates.ts'
import { useMarked } from './use-marked.ts'

export type MentionDialogProps = {
  opened: boolean
  onClose: () => void
  onChoose: (person: Candidate) => void
  /** The dialog is gone, the focus free. */
  onExited: () => void
}

/** Choosing whom to mention: the people one follows, and anybody by a search (spec section 2 «mention picker»). */
export function MentionDialog({ opened, onClose, onChoose, onExited }: MentionDialogProps) {
  return (
    <DialogFrame opened={opened} onClose={onClose} onExited={onExited} title="提及" width={400}>
      <MentionSearch onChoose={onChoose} />
    </DialogFrame>
  )
}

function MentionSearch({ onChoose }: Pick<MentionDialogProps, 'onChoose'>) {
  const id = useId()
  const [keyword, setKeyword] = useState('')
  const { people, pending, failed, loadingFollowing, reload } = useCandidates(keyword)
  const { marked, mark, press } = useMarked(people, onChoose)
  const loading = useAtLeast(loadingFollowing, MENTION.leastLoadingMs)
  const listed = people.length > 0 && !loading

  function type(text: string) {
    setKeyword(text)
    mark(0)
  }
  function onKeyDown(event: KeyboardEvent) {
    // Tab goes on to the next control here.
    if (isComposing(event.nativeEvent) || event.key === 'Tab' || !listed) return
    if (press(event)) event.preventDefault()
  }
  return (
    <>
      <div className={classes.head}>
        <SearchField
          role="combobox"
          aria-label="搜索用户"
          aria-expanded={listed}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={listed ? optionId(`${id}-list`, marked) : undefined}
          enterKeyHint="done"
          data-autofocus
          placeholder="搜索昵称或小石榴号"
          maxLength={SEARCH.keywordMax}
          value={keyword}
          onType={type}
          onKeyDown={onKeyDown}
        />
        <ToolButton label="刷新" icon={IconRefresh} disabled={loading} onClick={() => void reload()} />
      </div>
      <div className={classes.list}>
        {loading || (pending && people.length === 0) ? (
          <CandidateBones count={5} />
        ) : listed ? (
          <CandidateList
            id={`${id}-list`}
            className={classes.scroller}
            people={people}
            marked={marked}
            onMark={mark}
            onChoose={onChoose}
          />
        ) : (
          <Nobody searched={keyword.trim() !== ''} failed={failed} onRetry={() => void reload()} />
        )}
      </div>
    </>
  )
}

function Nobody({ searched, failed, onRetry }: { searched: boolean; failed: boolean; onRetry: () => void }) {
  if (failed) {
    return (
      <div className={classes.message} role="alert">
        <p>没能加载出来</p>
        <Button variant="plain" size="sm" onClick={onRetry}>
          重新加载
        </Button>
      </div>
    )
  }
  return (
    <div className={classes.message} role="status">
      {searched ? (
        <p>没有找到这个人</p>
      ) : (
        <EmptyState drawing="empty-people" title="还没有关注的人" hint="搜索昵称，也能提及其他人" />
      )}
    </div>
  )
}
