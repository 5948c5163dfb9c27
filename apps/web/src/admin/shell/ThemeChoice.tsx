import { useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { useId } from 'react'
import classes from './ThemeChoice.module.css'

const themes = [
  { value: 'auto', label: '跟随系统', Icon: IconDeviceDesktop },
  { value: 'light', label: '浅色', Icon: IconSun },
  { value: 'dark', label: '深色', Icon: IconMoon },
] as const

/** Three icons to choose from; in a narrow sidebar only the chosen one is seen. */
export function ThemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const name = useId()
  return (
    <fieldset className={classes.group}>
      <legend className="sr-only">外观</legend>
      {themes.map(({ value, label, Icon }) => (
        <label key={value} className={classes.choice} title={label}>
          <input
            className="sr-only"
            type="radio"
            name={name}
            checked={colorScheme === value}
            onChange={() => setColorScheme(value)}
          />
          <Icon size={20} stroke={1.75} aria-hidden />
          <span className="sr-only">{label}</span>
        </label>
      ))}
    </fieldset>
  )
}
