import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '#api/client.ts'
import { ApiError } from '#api/error.ts'
import type { Resource, Row } from '../define-resource.ts'
import { tellFailure } from '../failure.ts'
import { createRecordSheet, type RecordSheet } from './record-sheet.ts'

type Options = {
  resource: Resource
  record: Row | 'new'
  /** Somebody deleted it meanwhile. */
  onGone: (error: ApiError) => void
}

/**
 * The sheet of a record as it is now, null until that is known: a list may be a minute old. Where it cannot be had, what
 * the list shows has to do (spec section 8 «Admin»). `reload` asks again and puts what came in the sheet's place.
 */
export function useRecordSheet({ resource, record, onGone }: Options) {
  const [sheet, setSheet] = useState<RecordSheet | null>(() =>
    record === 'new' ? createRecordSheet(resource, null) : null,
  )
  const [asked, setAsked] = useState(0)
  const [loading, setLoading] = useState(record !== 'new')

  const fail = useEffectEvent((error: unknown, row: Row) => {
    if (error instanceof ApiError && error.status === 404) return onGone(error)
    const what = resource.fields.some(({ kind }) => kind === 'pictures') ? '图片' : '详情'
    tellFailure(`获取${resource.noun}${what}失败`, error)
    setSheet((current) => current ?? createRecordSheet(resource, row))
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: to ask again is to ask for the same
  useEffect(() => {
    if (record === 'new') return
    const stop = new AbortController()
    setLoading(true)
    call(resource.api.get, { params: { id: record.id }, signal: stop.signal })
      .then(
        (row) => setSheet(createRecordSheet(resource, row)),
        (error: unknown) => stop.signal.aborted || fail(error, record),
      )
      .finally(() => stop.signal.aborted || setLoading(false))
    return () => stop.abort()
  }, [resource, record, asked])

  useEffect(() => () => sheet?.dispose(), [sheet])

  return { sheet, loading, reload: () => setAsked(asked + 1) }
}
