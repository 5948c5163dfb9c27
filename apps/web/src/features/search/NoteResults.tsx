import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#app/paths.ts'
import { PostFeed } from '#entities/post/PostFeed.tsx'
import { type SearchTerms, useFoundNotes } from '#entities/search/search.queries.ts'
import { BackToTop, FloatingButtons, RefreshButton } from '#ui/feed/FloatingButtons.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Button } from '#ui/form/Button.tsx'
import { useScrollRestoration } from '#ui/history/use-scroll-restoration.ts'
import { useThrottleLatest } from '#ui/state/throttle-latest.ts'
import { foundCards } from './found-cards.tsx'
import { searchHeading } from './search-terms.ts'
import { TagChips, TagSkeleton, toChips } from './TagChips.tsx'

export const TAG_SWITCH = { lockMs: 700, spinnerMs: 700 }

type Props = { terms: SearchTerms; tab: 'all' | 'posts' }

/** Notes that match the keyword, narrowed by a tag if one is selected; without a keyword the notes of the tag. */
export function NoteResults({ terms, tab }: Props) {
  const { keyword, tag } = terms
  const navigate = useNavigate()
  const { query, items, tagStats, reload } = useFoundNotes(terms, tab)
  const { choose, spinning, queued } = useThrottleLatest(TAG_SWITCH, (next) => {
    if (next !== tag) navigate(paths.searchTab(tab, { keyword, tag: next }))
  })

  const extrasOf = useMemo(() => foundCards(keyword), [keyword])

  function refresh() {
    window.scrollTo({ top: 0, behavior: 'instant' })
    reload()
  }

  const chips = keyword === '' ? [] : toChips(tagStats ?? [], tag)
  return (
    <>
      {keyword !== '' && tagStats === null && query.isPending ? (
        <TagSkeleton />
      ) : (
        chips.length > 0 && <TagChips chips={chips} value={queued ?? tag} onChoose={choose} />
      )}
      <ResultFeed
        // Each list has its own layout and scroll position.
        key={tag}
        query={query}
        posts={items}
        label={searchHeading(terms)}
        extrasOf={extrasOf}
        onClearTag={keyword !== '' && tag !== '' ? () => choose('') : null}
      />
      <FloatingButtons>
        <BackToTop />
        <RefreshButton onClick={refresh} busy={spinning || (query.isRefetching && !query.isFetchingNextPage)} />
      </FloatingButtons>
    </>
  )
}

type FeedProps = Pick<Parameters<typeof PostFeed>[0], 'query' | 'posts' | 'label' | 'extrasOf'> & {
  /** Removes the tag; null unless a tag narrows a keyword. */
  onClearTag: (() => void) | null
}

function ResultFeed({ query, posts, label, extrasOf, onClearTag }: FeedProps) {
  const scrollTo = useScrollRestoration()
  return (
    <PostFeed
      query={query}
      posts={posts}
      label={label}
      scrollTo={scrollTo}
      extrasOf={extrasOf}
      empty={
        <EmptyState
          title="没有找到相关内容，换个关键词试试"
          action={
            onClearTag && (
              <Button variant="plain" onClick={onClearTag}>
                查看全部
              </Button>
            )
          }
        />
      }
    />
  )
}
