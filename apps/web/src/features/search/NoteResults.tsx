import { useNavigate } from 'react-router'
import { paths } from '#app/paths.ts'
import { PostFeed } from '#entities/post/PostFeed.tsx'
import { Button } from '#ui/Button.tsx'
import { TAG_SWITCH } from '#ui/constants.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { BackToTop, FloatingButtons, RefreshButton } from '#ui/FloatingButtons.tsx'
import { useChoiceLock } from '#ui/use-choice-lock.ts'
import { useScrollMemory } from '#ui/use-scroll-memory.ts'
import { type Asked, headingOf } from './asked.ts'
import { chipsOf } from './found-notes.ts'
import { TagBones, TagChips } from './TagChips.tsx'
import { useFoundNotes } from './use-found-notes.ts'

type Props = { asked: Asked; tab: 'all' | 'posts' }

/** Notes by keyword, to be narrowed by one of its tags; without a keyword those of a tag. */
export function NoteResults({ asked, tab }: Props) {
  const { keyword, tag } = asked
  const navigate = useNavigate()
  const { query, posts, tagStats, reload } = useFoundNotes(asked, tab)
  const { choose, spinning, queued } = useChoiceLock(TAG_SWITCH, (next) => {
    if (next !== tag) navigate(paths.searchTab(tab, { keyword, tag: next }))
  })

  function refresh() {
    window.scrollTo({ top: 0, behavior: 'instant' })
    reload()
  }

  const chips = keyword === '' ? [] : chipsOf(tagStats ?? [], tag)
  return (
    <>
      {keyword !== '' && tagStats === null && query.isPending ? (
        <TagBones />
      ) : (
        chips.length > 0 && <TagChips chips={chips} value={queued ?? tag} onChoose={choose} />
      )}
      <FoundFeed
        // Each list is laid out and scrolled on its own.
        key={tag}
        query={query}
        posts={posts}
        label={headingOf(asked)}
        onLeaveTag={keyword !== '' && tag !== '' ? () => choose('') : null}
      />
      <FloatingButtons>
        <BackToTop />
        <RefreshButton onClick={refresh} busy={spinning || (query.isRefetching && !query.isFetchingNextPage)} />
      </FloatingButtons>
    </>
  )
}

type FeedProps = Pick<Parameters<typeof PostFeed>[0], 'query' | 'posts' | 'label'> & {
  /** Where a tag narrows a keyword. */
  onLeaveTag: (() => void) | null
}

function FoundFeed({ query, posts, label, onLeaveTag }: FeedProps) {
  const scrollTo = useScrollMemory()
  return (
    <PostFeed
      query={query}
      posts={posts}
      label={label}
      scrollTo={scrollTo}
      empty={
        <EmptyState
          title="没有找到相关内容，换个关键词试试"
          action={
            onLeaveTag && (
              <Button variant="plain" onClick={onLeaveTag}>
                查看全部
              </Button>
            )
          }
        />
      }
    />
  )
}
