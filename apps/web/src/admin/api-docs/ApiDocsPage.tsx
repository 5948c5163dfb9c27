import * as site from '@shiliu/contract/site'
import { IconExternalLink } from '@tabler/icons-react'
import { useRef } from 'react'
import { addressOf } from '#api/send.ts'
import { ErrorState } from '#entities/query/ErrorState.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Skeleton, SkeletonBlock } from '#ui/feedback/Skeleton.tsx'
import { Button } from '#ui/form/Button.tsx'
import { SearchField } from '#ui/form/SearchField.tsx'
import { useMainElement, useScrollValue } from '../main-element.tsx'
import classes from './ApiDocsPage.module.css'
import { EndpointCard } from './EndpointCard.tsx'
import { GeneralNotes } from './GeneralNotes.tsx'
import { type ApiDocument, type Section, sectionsOf } from './openapi.ts'
import { SectionIndex } from './SectionIndex.tsx'
import { Highlight } from './search.tsx'
import { useApiDocument, useDocs } from './use-docs.ts'

/** The search box sticks to the top from this scroll position on, in pixels. */
const STICKY_FROM = 1000

const skeleton = (
  <Skeleton className={classes.skeleton}>
    {['search', 'line 1', 'line 2', 'line 3', 'line 4', 'line 5'].map((line) => (
      <SkeletonBlock key={line} height={36} />
    ))}
  </Skeleton>
)

/** The documentation of the API, made from its OpenAPI document (docs/product.md#admin-api-docs). */
export function ApiDocsPage() {
  const { data, error, refetch } = useApiDocument()
  if (data) return <Docs document={data} />
  return (
    <div className={classes.page}>
      <div>
        <Head />
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : skeleton}
      </div>
    </div>
  )
}

function Docs({ document }: { document: ApiDocument }) {
  const { query, search, terms, found, open, toggle, results } = useDocs(document)
  const scrolled = useScrollValue(useMainElement(), ({ scrollTop }) => scrollTop >= STICKY_FROM)
  const bar = useRef<HTMLElement>(null)
  const searching = terms.length > 0

  function clear() {
    search('')
    bar.current?.querySelector('input')?.focus()
  }

  return (
    <div className={classes.page}>
      <div>
        <Head document={document} />
        <search ref={bar} className={classes.search} data-sticky={scrolled || query !== '' || undefined}>
          <SearchField
            autoCapitalize="none"
            spellCheck={false}
            placeholder="搜索路径、名称或说明"
            aria-label="搜索接口"
            maxLength={100}
            value={query}
            onType={search}
            onClear={() => search('')}
            clearLabel="清空搜索"
            onKeyDown={({ key }) => key === 'Escape' && search('')}
            aside={
              <span className={classes.count} role="status">
                {searching && `${count(found)} 个接口`}
              </span>
            }
          />
        </search>
        <div ref={results}>
          {!searching && <GeneralNotes />}
          {found.map(({ name, endpoints }) => (
            <section key={name} id={name} className={classes.section} aria-label={name}>
              <h2>
                <Highlight text={name} terms={terms} />
              </h2>
              {endpoints.map((endpoint) => (
                <EndpointCard
                  key={endpoint.id}
                  endpoint={endpoint}
                  schemas={document.components.schemas}
                  terms={terms}
                  open={open.has(endpoint.id)}
                  onToggle={toggle}
                />
              ))}
            </section>
          ))}
          {found.length === 0 && (
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
      <SectionIndex sections={found} notes={!searching} />
    </div>
  )
}

const count = (sections: readonly Section[]) => sections.reduce((sum, { endpoints }) => sum + endpoints.length, 0)

function Head({ document }: { document?: ApiDocument }) {
  const base = new URL(document?.servers[0]?.url ?? '', window.location.origin).href
  const updated = document?.info['x-updated'] && `更新于 ${document.info['x-updated']}`
  const facts = document && [`v${document.info.version}`, updated, base, `接口 ${count(sectionsOf(document))} 个`]
  return (
    <header className={classes.head}>
      <h1>API文档</h1>
      <p>{facts?.filter(Boolean).join(' · ')}</p>
      <a className={classes.link} href={addressOf(site.openapi)} target="_blank" rel="noreferrer">
        OpenAPI 文件
        <IconExternalLink size={16} stroke={1.75} aria-hidden />
      </a>
    </header>
  )
}
