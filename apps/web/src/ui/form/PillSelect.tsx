import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import { Combobox, useCombobox } from '@mantine/core'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { useCloseOnMobileBack } from '#ui/history/close-on-back.ts'
import { useScrollLock } from '#ui/overlay/overlay.ts'
import classes from './PillSelect.module.css'

type Choice = { value: string; label: string }

type Props = { label: string; choices: readonly Choice[]; value: string; onChange: (value: string) => void }

const transition = { transition: 'pop', duration: 160, timingFunction: 'cubic-bezier(.2,.8,.2,1)' } as const

export function PillSelect({ label, choices, value, onChange }: Props) {
  const list = useCombobox({
    onDropdownOpen: () => list.updateSelectedOptionIndex('active', { scrollIntoView: true }),
    onDropdownClose: () => list.resetSelectedOption(),
  })
  const { dropdownOpened: opened, closeDropdown } = list
  useScrollLock(opened)
  useCloseOnMobileBack(opened, closeDropdown)
  const chosen = choices.find((choice) => choice.value === value)?.label ?? ''

  function choose(next: string) {
    closeDropdown()
    if (next !== value) onChange(next)
  }
  return (
    <Combobox
      store={list}
      onOptionSubmit={choose}
      position="bottom-end"
      width={184}
      offset={6}
      transitionProps={transition}
      classNames={classes}
    >
      <Combobox.Target targetType="button">
        <button
          type="button"
          className={classes.target}
          aria-label={`${label}：${chosen}`}
          onClick={() => list.toggleDropdown()}
        >
          <span className={classes.chosen}>{chosen}</span>
          <IconChevronDown className={classes.arrow} size={18} stroke={1.75} aria-hidden />
        </button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label={label}>
          {choices.map((choice) => (
            <Combobox.Option
              key={choice.value}
              value={choice.value}
              active={choice.value === value}
              selected={choice.value === value}
              aria-selected={choice.value === value}
            >
              <span className={classes.name}>{choice.label}</span>
              {choice.value === value && <IconCheck className={classes.tick} size={18} stroke={2} aria-hidden />}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
