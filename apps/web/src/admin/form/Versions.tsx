import type { ReactNode } from 'react'
import { Button } from '#ui/form/Button.tsx'
import type { Difference } from './form-store.ts'
import classes from './Versions.module.css'

type Props = {
  differences: readonly Difference[]
  /** How the form shows a value of a field; its text by default. */
  words?: (name: string, text: string) => ReactNode
  onTakeTheirs: () => void
  onKeepMine: () => void
}

const EMPTY = '空'

/** The fields that differ, each as it is stored now and as the form has it, and the choice between the two. */
export function Versions({ differences, words = (_, text) => text, onTakeTheirs, onKeepMine }: Props) {
  const show = (name: string, text: string) => (text ? words(name, text) : EMPTY)
  return (
    <>
      {differences.length > 0 && <VersionTable differences={differences} show={show} />}
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
    </>
  )
}

type Show = (name: string, text: string) => ReactNode

function VersionTable({ differences, show }: { differences: readonly Difference[]; show: Show }) {
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
                {show(name, theirs)}
              </Value>
            </td>
            <td data-label="我的" data-unchanged={!changed || undefined}>
              <Value label={`我的${label}`} text={changed ? mine : ''}>
                {changed ? show(name, mine) : '没有改，保留对方的'}
              </Value>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
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
