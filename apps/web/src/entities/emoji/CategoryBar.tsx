import {
  IconApple,
  IconBallBasketball,
  IconBulb,
  IconClock,
  IconFlag,
  IconHash,
  IconMoodSmile,
  IconPaw,
  IconPlane,
  type TablerIcon,
} from '@tabler/icons-react'
import { type RefObject, useEffect, useState } from 'react'
import classes from './EmojiPicker.module.css'
import { CATEGORIES, type CategoryKey } from './emoji-data.ts'

const ICONS: Record<CategoryKey, TablerIcon> = {
  recent: IconClock,
  smileys_people: IconMoodSmile,
  animals_nature: IconPaw,
  food_drink: IconApple,
  activities: IconBallBasketball,
  travel_places: IconPlane,
  objects: IconBulb,
  symbols: IconHash,
  flags: IconFlag,
}

/** Offset of a category in the list. Its parent is measured, since the header itself sticks to the top. */
function topOf(viewport: HTMLElement, label: string): number | null {
  const section = viewport.querySelector(`[data-category="${label}"]`)?.parentElement
  return section ? section.offsetTop : null
}

type Props = {
  viewport: RefObject<HTMLElement | null>
  withRecent: boolean
  /** Set during a search, when the list has no categories. */
  disabled: boolean
}

export function CategoryBar({ viewport, withRecent, disabled }: Props) {
  const shown = CATEGORIES.filter(({ key }) => key !== 'recent' || withRecent)
  const [current, setCurrent] = useState(shown[0]?.key)

  useEffect(() => {
    const list = viewport.current
    if (!list) return
    function updateCurrent() {
      const passed = CATEGORIES.filter(({ label }) => {
        const top = list && topOf(list, label)
        return top !== null && top <= (list?.scrollTop ?? 0) + 1
      })
      const last = passed.at(-1)
      if (last) setCurrent(last.key)
    }
    updateCurrent()
    list.addEventListener('scroll', updateCurrent, { passive: true })
    return () => list.removeEventListener('scroll', updateCurrent)
  }, [viewport])

  return (
    <fieldset className={classes.bar} aria-label="表情分类">
      {shown.map(({ key, label }) => {
        const Icon = ICONS[key]
        return (
          <button
            key={key}
            type="button"
            className={classes.category}
            aria-label={label}
            title={label}
            aria-current={key === current && !disabled ? 'true' : undefined}
            disabled={disabled}
            data-mantine-stop-propagation
            onClick={() => {
              const list = viewport.current
              if (list) list.scrollTop = topOf(list, label) ?? 0
            }}
          >
            <Icon size={20} stroke={1.75} aria-hidden />
          </button>
        )
      })}
    </fieldset>
  )
}
