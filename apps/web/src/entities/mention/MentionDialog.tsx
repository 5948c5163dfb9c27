import { SEARCH } from '@shiliu/contract/limits'
import { IconRefresh } from '@tabler/icons-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Button } from '#ui/form/Button.tsx'
import { IconButton } from '#ui/form/IconButton.tsx'
import { SearchField } from '#ui/form/SearchField.tsx'
import { isImeComposing } from '#ui/form/text-input.ts'
import { DialogFrame } from '#ui/overlay/DialogFrame.tsx'
import { useMinDuration } from '#ui/state/use-min-duration.ts'
import { CandidateList, CandidateListSkeleton, optionId, useActiveOption } from './CandidateList.tsx'
import { type Candidate, useCandidates } from './candidates.ts'
import classes from './MentionDialog.module.css'

const MIN_LOADING_MS = 500

export type MentionDialogProps = {
  opened: boolean
  onClose: () => void
  onChoose: (person: Candidate) => void
  /** Called after the closing animation, when the focus can be moved. */
  onExited: () => void
}

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
  const { active, activate, handleKey } = useActiveOption(people, keyword, onChoose)
  const loading = useMinDuration(loadingFollowing, MIN_LOADING_MS)
  const listed = people.length > 0 && !loading

  function onKeyDown(event: KeyboardEvent) {
    // Tab moves to the next control of the dialog.
    if (isImeComposing(event.nativeEvent) || event.key === 'Tab' || !listed) return
    if (handleKey(event)) event.preventDefault()
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
          aria-activedescendant={listed ? optionId(`${id}-list`, active) : undefined}
          enterKeyHint="done"
          data-autofocus
          placeholder="搜索昵称或小石榴号"
          maxLength={SEARCH.keywordMax}
          value={keyword}
          onType={setKeyword}
          onKeyDown={onKeyDown}
        />
        <IconButton label="刷新" icon={IconRefresh} disabled={loading} onClick={() => void reload()} />
      </div>
      <div className={classes.list}>
        {loading || (pending && people.length === 0) ? (
          <CandidateListSkeleton count={5} />
        ) : listed ? (
          <CandidateList
            id={`${id}-list`}
            className={classes.scroller}
            people={people}
            active={active}
            onActivate={activate}
            onChoose={onChoose}
          />
        ) : (
          <NoCandidates searched={keyword.trim() !== ''} failed={failed} onRetry={() => void reload()} />
        )}
      </div>
    </>
  )
}

function NoCandidates({ searched, failed, onRetry }: { searched: boolean; failed: boolean; onRetry: () => void }) {
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
        <EmptyState illustration="empty-people" title="还没有关注的人" hint="搜索昵称，也能提及其他人" />
      )}
    </div>
  )
}
