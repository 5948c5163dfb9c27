import { useRef } from 'react'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { useScroller } from '../shell/use-scroller.ts'
import classes from './ApiDocsPage.module.css'
import { DocsBones } from './DocsBones.tsx'
import { DocsHead } from './DocsHead.tsx'
import type { ApiDocument } from './document.ts'
import { EndpointCard } from './EndpointCard.tsx'
import { GeneralNotes } from './GeneralNotes.tsx'
import { SEARCH_BACK } from './general.ts'
import { Marked } from './Marked.tsx'
import { SearchBar } from './SearchBar.tsx'
import { SectionIndex } from './SectionIndex.tsx'
import { useDocs } from './use-docs.ts'
import { useDocument } from './use-document.ts'
import { useScrolledTo } from './use-place.ts'

/** The documentation of the API, made from the document that the API gives of itself (spec section 2). */
export function ApiDocsPage() {
  const { data, error, refetch } = useDocument()
  if (data) return <Docs document={data} />
  return (
    <div className={classes.page}>
      <div className={classes.main}>
        <DocsHead />
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <DocsBones />}
      </div>
    </div>
  )
}

function Docs({ document }: { document: ApiDocument }) {
  const scroller = useScroller()
  const { query, search, words, sections, shown, open, toggle, results } = useDocs(document, scroller)
  const far = useScrolledTo(scroller, SEARCH_BACK)
  const bar = useRef<HTMLElement>(null)
  const searching = words.length > 0
  const count = (list: typeof shown) => list.reduce((sum, { endpoints }) => sum + endpoints.length, 0)

  function clear() {
    search('')
    bar.current?.querySelector('input')?.focus()
  }

  return (
    <div className={classes.page}>
      <div className={classes.main}>
        <DocsHead
          version={document.info.version}
          updated={document.info['x-updated']}
          base={document.servers[0]?.url}
          endpoints={count(sections)}
        />
        <SearchBar
          ref={bar}
          value={query}
          stuck={far || query !== ''}
          found={searching ? count(shown) : null}
          onChange={search}
        />
        <div ref={results} className={classes.results}>
          {!searching && <GeneralNotes />}
          {shown.map(({ name, endpoints }) => (
            <section key={name} id={name} className={classes.section} aria-label={name}>
              <h2 className={classes.heading}>
                <Marked text={name} words={words} />
              </h2>
              {endpoints.map((endpoint) => (
                <EndpointCard
                  key={endpoint.id}
                  endpoint={endpoint}
                  named={document.components.schemas}
                  words={words}
                  open={open.has(endpoint.id)}
                  onToggle={toggle}
                />
              ))}
            </section>
          ))}
          {shown.length === 0 && (
            <EmptyState
              title="未找到匹配的API接口"
              hint="请尝试其他关键词或清空搜索条件"
              action={
                <Button variant="plain" onClick={clear}>
                  清空搜索
                </Button>
              }
            />
          )}
        </div>
      </div>
      <SectionIndex sections={shown} notes={!searching} />
    </div>
  )
}
