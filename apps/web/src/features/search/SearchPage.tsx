import { useEffect, useMemo } from 'react'
import { Navigate, useLocation, useParams } from 'react-router'
import { paths, type SearchTab } from '#app/paths.ts'
import { forgetFoundNotes, type SearchTerms } from '#entities/search/search.queries.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ButtonLink } from '#ui/form/Button.tsx'
import { Tabs } from '#ui/form/Tabs.tsx'
import { useScrollToTop } from '#ui/history/use-scroll-restoration.ts'
import { useTitle } from '#ui/history/use-title.ts'
import { NoteResults } from './NoteResults.tsx'
import classes from './SearchPage.module.css'
import { parseTab, parseTerms, searchHeading } from './search-terms.ts'
import { UserResults } from './UserResults.tsx'

const TABS: readonly [SearchTab, string][] = [
  ['all', '全部'],
  ['posts', '图文'],
  ['users', '用户'],
]

/** `/search_result/:tab`: the results of the header's search. */
export function SearchPage() {
  const { tab: name } = useParams()
  const { search } = useLocation()
  const terms = useMemo(() => parseTerms(new URLSearchParams(search)), [search])
  useTitle(searchHeading(terms))
  const tab = parseTab(name)
  return tab ? <Results tab={tab} terms={terms} /> : <NewSearch terms={terms} query={search} />
}

/** Handles `/search_result` without a tab: drops cached results, so that a repeated search is sent again. */
function NewSearch({ terms, query }: { terms: SearchTerms; query: string }) {
  useEffect(() => forgetFoundNotes(terms), [terms])
  return <Navigate to={paths.searchTab('all') + query} replace />
}

function Results({ tab, terms }: { tab: SearchTab; terms: SearchTerms }) {
  const { keyword, tag } = terms
  const tabs = TABS.map(([key, label]) => ({ key, label, to: paths.searchTab(key, terms) }))
  useScrollToTop()
  return (
    <>
      {/* Hidden where the header's search box shows the keyword. */}
      <h1 className={classes.heading} data-in-search-box={!tag || keyword !== '' || undefined}>
        {searchHeading(terms)}
      </h1>
      <div className={classes.tabs}>
        <Tabs tabs={tabs} value={tab} label="搜索结果" />
      </div>
      {keyword === '' && tag === '' ? (
        <EmptyState
          title="想找点什么？"
          hint="在搜索框里输入关键词，找笔记，也找同学"
          action={
            <ButtonLink variant="plain" to={paths.explore()}>
              去发现看看
            </ButtonLink>
          }
        />
      ) : tab === 'users' ? (
        <UserResults key={keyword || tag} terms={terms} />
      ) : (
        <NoteResults key={keyword} terms={terms} tab={tab} />
      )}
    </>
  )
}
