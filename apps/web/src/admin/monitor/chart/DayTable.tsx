import { dayText } from './day-text.ts'

type Props<Name extends string> = {
  caption: string
  series: readonly { name: Name; label: string }[]
  days: readonly (Readonly<Record<Name, number>> & { date: string })[]
}

/** The values of the charts, for those who listen to them. */
export function DayTable<Name extends string>({ caption, series, days }: Props<Name>) {
  return (
    <div className="sr-only">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">日期</th>
            {series.map(({ name, label }) => (
              <th key={name} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.date}>
              <th scope="row">{dayText(day.date)}</th>
              {series.map(({ name }) => (
                <td key={name}>{day[name]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
