/** The titles of what is on the screen, a page and what covers it: the latest that entered, of those that have one, counts. */
export function createTitles(show: (title: string | null) => void) {
  const entries: { title: string | null }[] = []
  const tell = () => show(entries.findLast(({ title }) => title)?.title ?? null)
  return {
    enter() {
      const entry: (typeof entries)[number] = { title: null }
      entries.push(entry)
      return {
        /** Known late or changed, a title keeps its place. */
        say(title: string | null) {
          entry.title = title
          tell()
        },
        leave() {
          entries.splice(entries.indexOf(entry), 1)
          tell()
        },
      }
    },
  }
}
