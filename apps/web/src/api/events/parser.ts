type Listeners = { data(text: string): void; retry(ms: number): void }

/** Reads server-sent events from a text that comes in pieces of any length; lines without data only keep it alive. */
export function eventParser(on: Listeners): (piece: string) => void {
  let rest = ''
  let data: string[] = []
  function line(text: string) {
    if (text === '') {
      if (data.length > 0) on.data(data.join('\n'))
      data = []
      return
    }
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/.exec(text) ?? []
    if (field === 'data') data.push(value)
    if (field === 'retry' && /^\d+$/.test(value)) on.retry(Number(value))
  }
  return (piece) => {
    const lines = (rest + piece).split(/\r?\n/)
    rest = lines.pop() ?? ''
    lines.forEach(line)
  }
}
