import { importWords, tryWords, WORD_ACTION_WORDS, WORD_ACTIONS, type WordAction } from '@shiliu/contract/admin/words'
import type { OutputOf } from '@shiliu/contract/endpoint'
import { WATCHED_WORD } from '@shiliu/contract/limits'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#api/client.ts'
import { Button } from '#ui/form/Button.tsx'
import { PillSelect } from '#ui/form/PillSelect.tsx'
import { toastFailure } from '../feedback.ts'
import { useTableCache } from '../table/use-rows.ts'
import classes from './WordTools.module.css'

const ACTIONS = WORD_ACTIONS.map((value) => ({ value, label: WORD_ACTION_WORDS[value] }))

/** Above the table of watched words: what the list would do to a text, and adding many at once. */
export function WordTools() {
  return (
    <div className={classes.tools}>
      <details>
        <summary>试一试</summary>
        <TryForm />
      </details>
      <details>
        <summary>导入</summary>
        <ImportForm />
      </details>
    </div>
  )
}

function TryForm() {
  const [text, setText] = useState('')
  const trial = useMutation({
    mutationFn: () => call(tryWords, { body: { text } }),
    onError: (error) => toastFailure('没有试成', error),
  })
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (!trial.isPending) trial.mutate()
      }}
    >
      <textarea
        aria-label="要试的文字"
        placeholder="粘贴一段文字，看看会被怎样处理"
        rows={3}
        maxLength={WATCHED_WORD.testMax}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" size="sm" variant="plain" loading={trial.isPending}>
        试一试
      </Button>
      {trial.data && (
        <div role="status" className={classes.result}>
          {trial.data.found.length === 0 ? (
            <p>没有敏感词</p>
          ) : (
            <ul>
              {trial.data.found.map(({ word, action }) => (
                <li key={word}>
                  {word}：{WORD_ACTION_WORDS[action]}
                </li>
              ))}
            </ul>
          )}
          <p dir="auto">发布出来：{trial.data.masked}</p>
        </div>
      )}
    </form>
  )
}

function ImportForm() {
  const [text, setText] = useState('')
  const [action, setAction] = useState<WordAction>('review')
  const cache = useTableCache()
  const importing = useMutation({
    mutationFn: () => call(importWords, { body: { text, action } }),
    onSuccess: () => cache.invalidateAll(),
    onError: (error) => toastFailure('导入失败', error),
  })
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (!importing.isPending) importing.mutate()
      }}
    >
      <textarea
        aria-label="要导入的词"
        placeholder={`每行一个词，一次最多 ${WATCHED_WORD.importMax} 行；词后面可以用制表符隔开写处理方式`}
        rows={6}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <PillSelect
        label="没有写处理方式的词"
        choices={ACTIONS}
        value={action}
        onChange={(value) => setAction(WORD_ACTIONS.find((known) => known === value) ?? action)}
      />
      <Button type="submit" size="sm" loading={importing.isPending}>
        导入
      </Button>
      {importing.data && <Imported {...importing.data} />}
    </form>
  )
}

function Imported({ added, changed, problems }: OutputOf<typeof importWords>) {
  return (
    <div role="status" className={classes.result}>
      <p>
        新增 {added} 个，修改 {changed} 个，跳过 {problems.length} 行
      </p>
      <ul>
        {problems.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  )
}
