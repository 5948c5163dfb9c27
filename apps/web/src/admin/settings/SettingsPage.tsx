import type { SettingField } from '@shiliu/contract/admin/setting-fields'
import { textOf, wordsOf } from '@shiliu/contract/admin/setting-words'
import type { SettingName, SettingsState } from '@shiliu/contract/admin/settings'
import { type FormEvent, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { ErrorState } from '#entities/query/ErrorState.tsx'
import { WaitingLine } from '#entities/query/WaitingLine.tsx'
import { ActionBar } from '#ui/form/ActionBar.tsx'
import { Button } from '#ui/form/Button.tsx'
import { FormSkeleton } from '#ui/form/FormSkeleton.tsx'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import { By, Panel } from '../form/Panel.tsx'
import { Versions } from '../form/Versions.tsx'
import { LoadFailure } from '../table/LoadState.tsx'
import { MailPanel } from './MailPanel.tsx'
import { SettingControl } from './SettingControl.tsx'
import { SettingsFile } from './SettingsFile.tsx'
import classes from './SettingsPage.module.css'
import { SECTIONS, warningOf } from './setting-values.ts'
import { SETTINGS_STEP, useSettings } from './use-settings.ts'

/** What administrators set while the site runs, made from the contract's list (docs/product.md#settings). */
export function SettingsPage() {
  const root = useRef<HTMLFormElement>(null)
  const form = useSettings()
  const { query, typed, conflicts, errors, formError, count, busy, target } = form
  const { data: state, error } = query
  const { hash } = useLocation()
  const retry = () => void query.refetch()
  const loaded = state !== undefined

  // The address may name a setting.
  useEffect(() => {
    if (loaded && hash) show(root.current, decodeURIComponent(hash.slice(1)))
  }, [loaded, hash])
  useEffect(() => {
    // While it is sent, the fields take no focus.
    if (target && !busy) show(root.current, target.name)
  }, [target, busy])

  const pressed = useRef<Element | null>(null)
  useEffect(() => {
    // Fields that are off while it is sent lose the focus.
    if (!busy && document.activeElement === document.body) focusOn(pressed.current)
  }, [busy])

  function submit(event: FormEvent) {
    event.preventDefault()
    pressed.current = document.activeElement
    form.save()
  }

  function decide(kept: 'theirs' | 'mine') {
    form.decide(kept)
    focusOn(root.current?.querySelector('[type="submit"]'))
  }

  function discard() {
    form.discard()
    focusOn(root.current?.querySelector('[type="submit"]'))
  }

  function putBack(name: SettingName, text: string) {
    form.type(name, text)
    show(root.current, name)
  }

  return (
    <form ref={root} className={classes.page} onSubmit={submit} noValidate>
      <h1 className={classes.title}>网站设置</h1>
      <p className={classes.intro}>保存后一秒之内在所有进程上生效，谁改了什么记在「操作记录」里。</p>
      <SettingsFile disabled={busy || count > 0} />
      {state && (
        <nav className={classes.groups} aria-label="分组">
          {SECTIONS.map(({ heading }) => (
            <button key={heading} type="button" onClick={() => showGroup(root.current, heading)}>
              {heading}
            </button>
          ))}
        </nav>
      )}
      {state && error && <LoadFailure error={error} onRetry={retry} />}
      {!state && error && <ErrorState error={error} onRetry={retry} />}
      {!state && !error && <FormSkeleton fields={8} />}
      {form.restored && (
        <p className={classes.restored} role="status">
          这是你上次填写、还没有保存的内容。
          <Button size="sm" variant="plain" onClick={discard}>
            换回现在的设置
          </Button>
        </p>
      )}
      {state && conflicts && (
        <Panel
          text={
            <>
              这里的设置
              <By by={lastChange(state, conflicts)} verb="改过" />
              ，你的改动还没有保存。
              {conflicts.length === 0 && '改后的内容和你填写的一样。'}
            </>
          }
        >
          <Versions differences={conflicts} onTakeTheirs={() => decide('theirs')} onKeepMine={() => decide('mine')} />
        </Panel>
      )}
      {state &&
        SECTIONS.map(({ heading, fields }) => (
          <fieldset key={heading} className={classes.section} data-group={heading} tabIndex={-1} disabled={busy}>
            <legend className={classes.heading}>{heading}</legend>
            {fields.map((field) => (
              <div key={field.name} className={classes.setting} data-setting={field.name}>
                <SettingControl
                  field={field}
                  text={typed[field.name] ?? textOf(state.settings[field.name])}
                  error={errors[field.name]}
                  onType={(text) => form.type(field.name, text)}
                />
                <p className={classes.warning} role="status">
                  {warningOf(field.name, typed, state)}
                </p>
                <Facts field={field} text={typed[field.name]} state={state} onReset={putBack} />
              </div>
            ))}
            {heading === '邮件' && <MailPanel unsaved={fields.some(({ name }) => typed[name] !== undefined)} />}
          </fieldset>
        ))}
      {state && (
        <ActionBar>
          <WaitingLine name={SETTINGS_STEP} />
          {formError ? (
            <p role="alert">{formError}</p>
          ) : (
            <p role="status">{count > 0 && `改了 ${count} 项，还没有保存`}</p>
          )}
          {count > 0 && (
            <Button variant="plain" disabled={busy} onClick={discard}>
              放弃改动
            </Button>
          )}
          <Button type="submit" aria-disabled={count === 0 || conflicts !== null} loading={busy}>
            保存
          </Button>
        </ActionBar>
      )}
    </form>
  )
}

type FactsProps = {
  field: SettingField
  text: string | undefined
  state: SettingsState
  onReset: (name: SettingName, text: string) => void
}

/** The default, who changed it when, and the way back. */
function Facts({ field, text, state, onReset }: FactsProps) {
  const { name, label } = field
  const change = state.changes.find((one) => one.name === name)
  const standard = textOf(state.defaults[name])
  const isStandard = (text ?? textOf(state.settings[name])) === standard
  return (
    <p className={classes.facts}>
      <span>默认：{wordsOf(field, state.defaults[name]) || '空'}</span>
      {change && (
        <span>
          {change.username} 改于 <RelativeTime time={change.updated_at} />
        </span>
      )}
      {!isStandard && (
        <button
          type="button"
          className={classes.reset}
          aria-label={`${label}恢复默认`}
          onClick={() => onReset(name, standard)}
        >
          恢复默认
        </button>
      )}
    </p>
  )
}

/** Who last changed one of these, if that is known: a setting that has its default has nobody. */
function lastChange({ changes }: SettingsState, conflicts: readonly { name: string }[]) {
  const those = changes.filter(({ name }) => conflicts.some((conflict) => conflict.name === name))
  const last = those.sort((a, b) => a.updated_at.localeCompare(b.updated_at)).at(-1)
  return last ? { username: last.username, at: last.updated_at } : null
}

function focusOn(element: Element | null | undefined) {
  if (element instanceof HTMLElement && element.isConnected) element.focus({ preventScroll: true })
}

function showGroup(form: HTMLElement | null, heading: string) {
  const group = form?.querySelector<HTMLElement>(`[data-group="${CSS.escape(heading)}"]`)
  group?.scrollIntoView()
  focusOn(group)
}

function show(form: HTMLElement | null, name: string) {
  const setting = form?.querySelector<HTMLElement>(`[data-setting="${CSS.escape(name)}"]`)
  setting?.scrollIntoView({ block: 'center' })
  setting?.querySelector<HTMLElement>('input:not([hidden]), select, textarea, button')?.focus({ preventScroll: true })
}
