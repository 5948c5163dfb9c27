import type { SettingField, SettingsState } from '@shiliu/contract/admin/settings'
import { type FormEvent, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { messageOf } from '#api/error.ts'
import { WaitingLine } from '#entities/query/WaitingLine.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Skeleton, SkeletonBlock } from '#ui/feedback/Skeleton.tsx'
import { Button } from '#ui/form/Button.tsx'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import { LoadFailure } from '../table/LoadState.tsx'
import { SettingControl } from './SettingControl.tsx'
import classes from './SettingsPage.module.css'
import { SECTIONS, textOf, wordsOf } from './setting-values.ts'
import { SETTINGS_STEP, useSettings } from './use-settings.ts'

/** What administrators set while the site runs, made from the contract's list (docs/product.md#settings). */
export function SettingsPage() {
  const root = useRef<HTMLFormElement>(null)
  const form = useSettings()
  const { query, typed, errors, formError, count, busy, target } = form
  const { data: state, error } = query
  const { hash } = useLocation()
  const retry = () => void query.refetch()
  const loaded = state !== undefined

  // The address may name a setting.
  useEffect(() => {
    if (loaded && hash) show(root.current, decodeURIComponent(hash.slice(1)))
  }, [loaded, hash])
  useEffect(() => {
    if (target) show(root.current, target.name)
  }, [target])

  function submit(event: FormEvent) {
    event.preventDefault()
    form.save()
  }

  return (
    <form ref={root} className={classes.page} onSubmit={submit} noValidate>
      <h1 className={classes.title}>网站设置</h1>
      <p className={classes.intro}>保存后一秒之内在所有进程上生效，谁改了什么记在「操作记录」里。</p>
      {state && error && <LoadFailure error={error} onRetry={retry} />}
      {!state && error && (
        <EmptyState title={messageOf(error, '加载失败')} action={<Button onClick={retry}>重新加载</Button>} />
      )}
      {!state && !error && (
        <Skeleton className={classes.skeleton}>
          {SECTIONS.flatMap(({ fields }) => fields.map(({ name }) => <SkeletonBlock key={name} height={72} />))}
        </Skeleton>
      )}
      {form.restored && (
        <p className={classes.restored} role="status">
          这是你上次填写、还没有保存的内容。
          <Button size="sm" variant="plain" onClick={form.discard}>
            换回现在的设置
          </Button>
        </p>
      )}
      {state &&
        SECTIONS.map(({ heading, fields }) => (
          <fieldset key={heading} className={classes.section} disabled={busy}>
            <legend className={classes.heading}>{heading}</legend>
            {fields.map((field) => (
              <div key={field.name} className={classes.setting} data-setting={field.name}>
                <SettingControl
                  field={field}
                  text={typed[field.name] ?? textOf(state.settings[field.name])}
                  error={errors[field.name]}
                  onType={(text) => form.type(field.name, text)}
                />
                <Facts field={field} text={typed[field.name]} state={state} onType={form.type} />
              </div>
            ))}
          </fieldset>
        ))}
      {state && (
        <div className={classes.actions} data-open={count > 0 || undefined}>
          <WaitingLine name={SETTINGS_STEP} />
          <p className={classes.status} role="status">
            {formError ? (
              <span className={classes.error}>{formError}</span>
            ) : (
              count > 0 && `改了 ${count} 项，还没有保存`
            )}
          </p>
          {count > 0 && (
            <Button variant="plain" disabled={busy} onClick={form.discard}>
              放弃改动
            </Button>
          )}
          <Button type="submit" disabled={count === 0} loading={busy}>
            保存
          </Button>
        </div>
      )}
    </form>
  )
}

type FactsProps = {
  field: SettingField
  text: string | undefined
  state: SettingsState
  onType: ReturnType<typeof useSettings>['type']
}

/** The default, who changed it when, and the way back. */
function Facts({ field, text, state, onType }: FactsProps) {
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
          onClick={() => onType(name, standard)}
        >
          恢复默认
        </button>
      )}
    </p>
  )
}

function show(form: HTMLElement | null, name: string) {
  const setting = form?.querySelector<HTMLElement>(`[data-setting="${CSS.escape(name)}"]`)
  setting?.scrollIntoView({ block: 'center' })
  setting?.querySelector<HTMLElement>('input:not([hidden]), select, textarea, button')?.focus({ preventScroll: true })
}
