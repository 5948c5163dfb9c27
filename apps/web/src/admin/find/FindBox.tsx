import { STATE_WORDS } from '@shiliu/contract/moderation'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { messageOf } from '#api/error.ts'
import { SearchField } from '#ui/form/SearchField.tsx'
import { Avatar } from '#ui/media/Avatar.tsx'
import { DialogFrame } from '#ui/overlay/DialogFrame.tsx'
import { scrollLockCount } from '#ui/overlay/overlay.ts'
import classes from './FindBox.module.css'
import { isAddress, KIND_WORDS, soleTarget, type Target } from './find-targets.ts'
import { closeFind, findBox, openFind, useFind } from './use-find.ts'

/** From an address, an id, a name or a phrase to the row; opened by Ctrl+K, / or a pasted address. */
export function FindBox() {
  const asked = findBox.use()
  const [shown, setShown] = useState(asked)
  if (asked && asked !== shown) setShown(asked)
  useShortcuts()
  useEffect(() => closeFind, [])
  if (!shown) return null
  return (
    <DialogFrame
      opened={asked !== null}
      onClose={closeFind}
      onExited={() => setShown(null)}
      title="查找"
      width={560}
      className={classes.dialog ?? ''}
    >
      <Finder key={shown.text} initial={shown.text} goAtOnce={shown.go} />
    </DialogFrame>
  )
}

/** Not while somebody types, or while a dialog is open. */
function useShortcuts() {
  const press = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const withControl = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k'
    if (!withControl && (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event))) return
    if (event.isComposing || scrollLockCount() > 0) return
    event.preventDefault()
    openFind()
  })
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text/plain').trim() ?? ''
    if (!isTyping(event) && isAddress(text) && scrollLockCount() === 0) openFind(text, true)
  })
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => press(event)
    const onPaste = (event: ClipboardEvent) => paste(event)
    document.addEventListener('keydown', onKey)
    document.addEventListener('paste', onPaste)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('paste', onPaste)
    }
  }, [])
}

const isTyping = ({ target }: Event) =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable="true"]') !== null

function Finder({ initial, goAtOnce }: { initial: string; goAtOnce: boolean }) {
  const navigate = useNavigate()
  const listId = useId()
  const [text, setText] = useState(initial)
  const [chosen, setChosen] = useState(0)
  // Enter may be pressed before the answer is there.
  const [waiting, setWaiting] = useState(goAtOnce)
  const { targets, isCurrent, isIncomplete, isAsked, error, retry } = useFind(text)
  const active = targets[Math.min(chosen, targets.length - 1)]
  const optionId = (target: Target) => `${listId}-${target.kind}-${target.id}`

  function go(to: string) {
    closeFind()
    navigate(to)
  }

  const goOn = useEffectEvent(() => {
    const sole = soleTarget(targets)
    setWaiting(false)
    if (sole) go(sole.to)
  })
  useEffect(() => {
    if (waiting && isCurrent) goOn()
  }, [waiting, isCurrent])

  function type(value: string) {
    setText(value)
    setChosen(0)
    setWaiting(false)
  }

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && targets.length > 0) {
      event.preventDefault()
      setChosen((Math.min(chosen, targets.length - 1) + step + targets.length) % targets.length)
    } else if (event.key === 'Enter' && isAsked) {
      event.preventDefault()
      const target = chosen === 0 ? (soleTarget(targets) ?? active) : active
      if (isCurrent && target) go(target.to)
      else setWaiting(true)
    }
  }

  return (
    <div className={classes.finder}>
      <SearchField
        value={text}
        onType={type}
        onClear={() => type('')}
        placeholder="网址、编号、小石榴号、名称或词句"
        aria-label="查找"
        role="combobox"
        aria-expanded={targets.length > 0}
        aria-controls={listId}
        aria-activedescendant={active && optionId(active)}
        data-autofocus
        onKeyDown={press}
      />
      <div id={listId} role="listbox" aria-label="结果" className={classes.results}>
        {targets.map((target, index) => (
          <Hit
            key={optionId(target)}
            id={optionId(target)}
            target={target}
            heading={targets[index - 1]?.kind === target.kind ? null : KIND_WORDS[target.kind]}
            selected={target === active}
            onPoint={() => setChosen(index)}
          />
        ))}
      </div>
      <p className={classes.hint} role="status">
        {error && targets.length === 0 ? (
          <>
            {messageOf(error, '没能查找')}{' '}
            <button type="button" onClick={retry}>
              再试一次
            </button>
          </>
        ) : (
          hintOf({ isAsked, isCurrent, isIncomplete, found: targets.length })
        )}
      </p>
    </div>
  )
}

type Finding = { isAsked: boolean; isCurrent: boolean; isIncomplete: boolean; found: number }

function hintOf({ isAsked, isCurrent, isIncomplete, found }: Finding): string {
  if (!isAsked) return '粘贴笔记、评论或主页的网址，直接打开它'
  if (isIncomplete) return '内容太多，没有找完：请写得更长一些，或用网址、编号'
  if (found > 0) return '↑ ↓ 选择，回车打开'
  return isCurrent ? '没有找到。词句找标题、正文、昵称、标签和评论' : '正在查找…'
}

type HitProps = { id: string; target: Target; heading: string | null; selected: boolean; onPoint: () => void }

function Hit({ id, target, heading, selected, onPoint }: HitProps) {
  const { kind, title, detail, picture, state, to } = target
  return (
    <>
      {heading && (
        <p className={classes.heading} role="presentation">
          {heading}
        </p>
      )}
      <Link
        id={id}
        className={classes.hit}
        role="option"
        aria-selected={selected}
        ref={selected ? (element) => element?.scrollIntoView({ block: 'nearest' }) : null}
        tabIndex={-1}
        to={to}
        onClick={closeFind}
        onPointerMove={onPoint}
      >
        {kind === 'users' && <Avatar src={picture} name="" size={32} decorative />}
        <span className={classes.text}>
          <b>{title}</b>
          <span>{detail}</span>
        </span>
        {state && state !== 'visible' && <span className={classes.state}>{STATE_WORDS[state]}</span>}
      </Link>
    </>
  )
}
