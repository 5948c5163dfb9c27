import { IconChevronDown } from '@tabler/icons-react'
import {
  type Emoji,
  type EmojiPickerListCategoryHeaderProps,
  type EmojiPickerListEmojiProps,
  type EmojiPickerListRowProps,
  EmojiPicker as Picker,
  type SkinTone,
  useSkinTone,
} from 'frimousse'
import { type Ref, useEffect, useRef, useState } from 'react'
import { IconButton } from '#ui/form/IconButton.tsx'
import { CategoryBar } from './CategoryBar.tsx'
import classes from './EmojiPicker.module.css'
import { emojiData } from './emoji-data.ts'
import { addRecent, readRecent, readSkinTone, SKIN_TONES, writeSkinTone } from './emoji-storage.ts'

type Props = {
  onPick: (emoji: string) => void
  autoFocus?: boolean
  /** Adds a close button, for a panel that has no button beside it. */
  onLeave?: () => void
}

const components = { CategoryHeader: Header, Row, Emoji: Cell }

/** Search, categories, skin tones and the emoji grid; arrow keys and Enter pick (docs/product.md#emoji-picker). */
export function EmojiPicker({ onPick, autoFocus, onLeave }: Props) {
  // Read once: the grid must not move after a pick.
  const [recent] = useState(readRecent)
  const [tone, setTone] = useState(readSkinTone)
  const [choosingTone, setChoosingTone] = useState(false)
  const [searching, setSearching] = useState(false)
  const viewport = useRef<HTMLDivElement>(null)
  const toneButton = useRef<HTMLButtonElement>(null)

  function pick({ emoji }: Emoji) {
    addRecent(emoji)
    onPick(emoji)
  }
  function closeTones() {
    setChoosingTone(false)
    toneButton.current?.focus({ preventScroll: true })
  }
  return (
    <Picker.Root
      className={classes.picker}
      locale="zh"
      columns={8}
      skinTone={tone}
      resolveEmojiData={() => emojiData(recent)}
      onEmojiSelect={pick}
    >
      <div className={classes.top}>
        <Picker.Search
          className={classes.search}
          placeholder="搜索表情"
          aria-label="搜索表情"
          data-autofocus={autoFocus || undefined}
          data-mantine-stop-propagation
          onChange={({ target }) => setSearching(target.value.trim() !== '')}
        />
        <ToneButton
          ref={toneButton}
          tone={tone}
          opened={choosingTone}
          onClick={() => (choosingTone ? closeTones() : setChoosingTone(true))}
        />
        {onLeave && <IconButton label="收起" icon={IconChevronDown} onClick={onLeave} />}
      </div>
      {choosingTone ? (
        <SkinTones
          tone={tone}
          onChoose={(chosen) => {
            setTone(chosen)
            writeSkinTone(chosen)
            closeTones()
          }}
        />
      ) : (
        <CategoryBar viewport={viewport} withRecent={recent.length > 0} disabled={searching} />
      )}
      <Picker.Viewport
        ref={viewport}
        className={classes.viewport}
        tabIndex={0}
        aria-label="表情列表"
        data-mantine-stop-propagation
      >
        <Picker.Empty className={classes.empty}>没有找到这样的表情</Picker.Empty>
        <Picker.List className={classes.list} components={components} />
      </Picker.Viewport>
    </Picker.Root>
  )
}

function Header({ category, ...props }: EmojiPickerListCategoryHeaderProps) {
  return (
    <div {...props} className={classes.header} data-category={category.label}>
      {category.label}
    </div>
  )
}

/** frimousse counts rows and columns from 0, ARIA from 1. */
const fromOne = (index: number | undefined) => (index === undefined ? undefined : index + 1)

// frimousse finds the row to scroll to by aria-rowindex, so it now scrolls to the row above: `scroll-margin-bottom` of
// the row makes up for it.
function Row({ 'aria-rowindex': index, ...props }: EmojiPickerListRowProps) {
  const row = { ...props, 'aria-rowindex': fromOne(index) }
  return <div {...row} className={classes.row} />
}

function Cell({ emoji, 'aria-colindex': index, ...props }: EmojiPickerListEmojiProps) {
  const cell = { ...props, 'aria-colindex': fromOne(index) }
  return (
    <button type="button" {...cell} className={classes.emoji}>
      {emoji.emoji}
    </button>
  )
}

const TONE_SAMPLE = '👋'

type ToneButtonProps = { tone: SkinTone; opened: boolean; onClick: () => void; ref: Ref<HTMLButtonElement> }

function ToneButton({ tone, opened, onClick, ref }: ToneButtonProps) {
  const [, , variations] = useSkinTone(TONE_SAMPLE)
  return (
    <button
      ref={ref}
      type="button"
      className={classes.tone}
      aria-label={`肤色：${SKIN_TONES[tone]}`}
      aria-expanded={opened}
      data-mantine-stop-propagation
      onClick={onClick}
    >
      {variations.find(({ skinTone }) => skinTone === tone)?.emoji}
    </button>
  )
}

function SkinTones({ tone, onChoose }: { tone: SkinTone; onChoose: (tone: SkinTone) => void }) {
  const [, , variations] = useSkinTone(TONE_SAMPLE)
  const chosen = useRef<HTMLButtonElement>(null)
  useEffect(() => chosen.current?.focus({ preventScroll: true }), [])
  return (
    <fieldset className={classes.bar} aria-label="肤色">
      {variations.map(({ skinTone, emoji }) => (
        <button
          key={skinTone}
          ref={skinTone === tone ? chosen : undefined}
          type="button"
          className={classes.tone}
          aria-label={SKIN_TONES[skinTone]}
          aria-pressed={skinTone === tone}
          data-mantine-stop-propagation
          onClick={() => onChoose(skinTone)}
        >
          {emoji}
        </button>
      ))}
    </fieldset>
  )
}
