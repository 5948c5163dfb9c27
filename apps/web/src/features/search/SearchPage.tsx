import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useMemo } from 'react'
import { Navigate, useLocation, useParams } from 'react-router'
import { keys } from '#api/keys.ts'
import { paths, type SearchTab } from '#app/paths.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { useCameBy } from '#ui/came-by.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { useTitle } from '#ui/use-title.ts'
import { type Asked, askedOf, headingOf, tabOf } from './asked.ts'
import { NoteResults } from './NoteResults.tsx'
import classes from './SearchPage.module.css'
import { UserResults } from './UserResults.tsx'
import { anyTag } from './use-found-notes.ts'

const TABS: readonly [SearchTab, string][] = [
  ['all', '全部'],
  ['posts', '图文'],
  ['users', '用户'],
]

/** What the header's search leads to (spec section 2 «Search results»). */
export function SearchPage() {
  const { tab: name } = useParams()
  const { search } = useLocation()
  const asked = useMemo(() => askedOf(new URLSearchParams(search)), [search])
  useTitle(headingOf(asked))
  const tab = tabOf(name)
  return tab ? <Results tab={tab} asked={asked} /> : <NewSearch asked={asked} query={search} />
}

/** Where a search arrives: what an earlier one of the same words found is asked for anew (spec section 4 «Feed»). */
function NewSearch({ asked, query }: { asked: Asked; query: string }) {
  const client = useQueryClient()
  useEffect(() => {
    client.removeQueries({ queryKey: keys.search(anyTag(asked)) })
  }, [client, asked])
  return <Navigate to={paths.searchTab('all') + query} replace />
}

/** Another list begins at its top; going back finds it as it was left. */
function useTopOnArrival() {
  const { key } = useLocation()
  const type = useCameBy()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each entry of the history
  useLayoutEffect(() => {
    if (type !== 'POP') window.scrollTo({ top: 0, behavior: 'instant' })
  }, [key])
}

function Results({ tab, asked }: { tab: SearchTab; asked: Asked }) {
  const { keyword, tag } = asked
  const tabs = TABS.map(([key, label]) => ({ key, label, to: paths.searchTab(key, asked) }))
  useTopOnArrival()
  return (
    <>
      {/* Where the search box is in sight, it shows the keyword already. */}
      <h1 className={classes.heading} data-in-box={!tag || keyword !== '' || undefined}>
        {headingOf(asked)}
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
        <UserResults key={keyword || tag} asked={asked} />
      ) : (
        <NoteResults key={keyword} asked={asked} tab={tab} />
      )}
    </>
  )
}
