import { IconChevronDown } from '@tabler/icons-react'
import {
  type Emoji,
  type EmojiPickerListCategoryHeaderProps,
  type EmojiPickerListEmojiProps,
  type EmojiPickerListRowProps,
  EmojiPicker as Picker,
} from 'frimousse'
import { useRef, useState } from 'react'
import { EMOJI } from '#ui/constants.ts'
import { ToolButton } from '#ui/ToolButton.tsx'
import { CategoryBar } from './CategoryBar.tsx'
import classes from './EmojiPicker.module.css'
import { emojiData } from './emoji-data.ts'
import { addRecent, readRecent } from './recent.ts'
import { SkinTones, ToneButton } from './SkinTones.tsx'
import { readSkinTone, writeSkinTone } from './skin-tone.ts'

type Props = {
  onPick: (emoji: string) => void
  autoFocus?: boolean
  /** Shows a button to close it: where there is nothing beside it to click on. */
  onLeave?: () => void
}

const components = { CategoryHeader: Header, Row, Emoji: Cell }

/** Search, categories, skin tones and all emoji; arrow keys and Enter pick (spec section 9 «Emoji picker»). */
export function EmojiPicker({ onPick, autoFocus, onLeave }: Props) {
  // Those of the moment it was opened: what is picked must not move what is picked next.
  const [recent] = useState(readRecent)
  const [tone, setTone] = useState(readSkinTone)
  const [choosingTone, setChoosingTone] = useState(false)
  const [searching, setSearching] = useState(false)
  const viewport = useRef<HTMLDivElement>(null)

  function pick({ emoji }: Emoji) {
    addRecent(emoji)
    onPick(emoji)
  }
  return (
    <Picker.Root
      className={classes.picker}
      locale="zh"
      columns={EMOJI.columns}
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
        <ToneButton tone={tone} opened={choosingTone} onToggle={() => setChoosingTone(!choosingTone)} />
        {onLeave && <ToolButton label="收起" icon={IconChevronDown} onClick={onLeave} />}
      </div>
      {choosingTone ? (
        <SkinTones
          tone={tone}
          onChoose={(chosen) => {
            setTone(chosen)
            writeSkinTone(chosen)
            setChoosingTone(false)
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

/** The package counts rows and columns from 0, readers from 1. */
const fromOne = (index: number | undefined) => (index === undefined ? undefined : index + 1)

// By this number the package also finds the row to scroll to, now the one above: the style leaves room for one below it.
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
