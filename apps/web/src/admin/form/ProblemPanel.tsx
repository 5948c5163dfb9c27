import { type ReactNode, useEffect, useRef } from 'react'
import { useCategories } from '#entities/category/category.queries.ts'
import { Button } from '#ui/form/Button.tsx'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import type { Difference, FormStore } from './form-store.ts'
import classes from './ProblemPanel.module.css'
import type { Changed, Problem } from './use-record-form.ts'

type Props = {
  problem: Problem
  form: FormStore
  onTakeTheirs: () => void
  onKeepMine: () => void
  onCompare: () => void
  onStartAnew: () => void
}

/** Above the form: why what is in it is not saved yet, and the ways to go on. */
export function ProblemPanel({ problem, form, onTakeTheirs, onKeepMine, onCompare, onStartAnew }: Props) {
  switch (problem.kind) {
    case 'restored':
      return (
        <Panel quiet text="这是你上次填写、还没有保存的内容。">
          <Button size="sm" variant="plain" onClick={onStartAnew}>
            {form.row ? '换回记录现在的内容' : '清空'}
          </Button>
        </Panel>
      )
    case 'comparing':
      return <Panel text="这条记录刚被别人改过，正在取对方的版本…" />
    case 'not-compared':
      return (
        <Panel text={`这条记录刚被别人改过，这里的内容还没有保存。${problem.message}`}>
          <Button size="sm" variant="plain" onClick={onCompare}>
            重试
          </Button>
        </Panel>
      )
    case 'gone':
      return (
        <Panel
          text={
            <>
              这条记录
              <By by={problem.by} verb="删除了" />
              。填写的内容还在这里，点「创建」会存成一条新的。
            </>
          }
        />
      )
    case 'conflict': {
      const differences = form.differencesFrom(problem.theirs)
      return (
        <Panel
          text={
            <>
              这条记录
              <By by={problem.by} verb="改过" />
              ，这里的内容还没有保存。
              {differences.length === 0 && '改后的内容和你填写的一样。'}
            </>
          }
        >
          {differences.length > 0 && <Versions differences={differences} form={form} />}
          <div className={classes.buttons}>
            <Button size="sm" variant="plain" onClick={onTakeTheirs}>
              用对方的
            </Button>
            {differences.length > 0 && (
              <Button size="sm" onClick={onKeepMine}>
                保留我的
              </Button>
            )}
          </div>
        </Panel>
      )
    }
  }
}

function By({ by, verb }: { by: Changed; verb: string }) {
  if (!by) return <>刚被别人{verb}</>
  return (
    <>
      被管理员 <b>{by.username}</b> {verb}（<RelativeTime time={by.at} />）
    </>
  )
}

/** Scrolled to and read out when it appears. */
function Panel({ text, quiet = false, children }: { text: ReactNode; quiet?: boolean; children?: ReactNode }) {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (quiet) return
    panel.current?.scrollIntoView({ block: 'start' })
    panel.current?.focus({ preventScroll: true })
  }, [quiet])
  return (
    <div
      ref={panel}
      className={classes.panel}
      data-quiet={quiet || undefined}
      role={quiet ? 'status' : 'alert'}
      tabIndex={-1}
    >
      <p>{text}</p>
      {children}
    </div>
  )
}

const EMPTY = '空'

/** The fields that differ, each as the record has it now and as the form has it. */
function Versions({ differences, form }: { differences: Difference[]; form: FormStore }) {
  const isCategory = (name: string) => form.fields.some((field) => field.name === name && field.kind === 'category')
  const words = (name: string, text: string) => (text && isCategory(name) ? <CategoryName id={text} /> : text || EMPTY)
  return (
    <table className={classes.versions}>
      <thead>
        <tr>
          <th scope="col">
            <span className="sr-only">字段</span>
          </th>
          <th scope="col">对方的</th>
          <th scope="col">我的</th>
        </tr>
      </thead>
      <tbody>
        {differences.map(({ name, label, theirs, mine, changed }) => (
          <tr key={name}>
            <th scope="row">{label}</th>
            <td data-label="对方的">
              <Value label={`对方的${label}`} text={theirs}>
                {words(name, theirs)}
              </Value>
            </td>
            <td data-label="我的" data-unchanged={!changed || undefined}>
              <Value label={`我的${label}`} text={changed ? mine : ''}>
                {changed ? words(name, mine) : '没有改，保留对方的'}
              </Value>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function CategoryName({ id }: { id: string }) {
  return useCategories().data?.find((category) => String(category.id) === id)?.name ?? id
}

/** Characters and lines from which a value may be higher than its box. */
const LONG = 60
const MANY_LINES = 4

function Value({ label, text, children }: { label: string; text: string; children: ReactNode }) {
  if (text.length < LONG && text.split('\n').length < MANY_LINES) return children
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
    <section className={classes.long} aria-label={label} tabIndex={0}>
      {children}
    </section>
  )
}
