/** Components fetched when needed. Unlike React.lazy, a failed fetch is not kept: the next opening tries again. */
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'

export type Loadable<Props> = {
  get: () => ComponentType<Props> | null
  load: () => Promise<ComponentType<Props>>
}

export function loadable<Props>(importComponent: () => Promise<ComponentType<Props>>): Loadable<Props> {
  let component: ComponentType<Props> | null = null
  let running: Promise<ComponentType<Props>> | null = null
  return {
    get: () => component,
    load() {
      running ??= importComponent().then(
        (loaded) => {
          component = loaded
          return loaded
        },
        (error: unknown) => {
          running = null
          throw error
        },
      )
      return running
    },
  }
}

export function useLoadable<Props>(
  { get, load }: Loadable<Props>,
  wanted: boolean,
  onFail: (error: unknown) => void,
): ComponentType<Props> | null {
  const [, setReady] = useState(false)
  // Read while rendering, so that a component that arrives before the effect is shown.
  const component = get()
  const missing = wanted && !component
  const fail = useEffectEvent(onFail)
  useEffect(() => {
    if (!missing) return
    let mounted = true
    load().then(
      () => mounted && setReady(true),
      (error: unknown) => mounted && fail(error),
    )
    return () => {
      mounted = false
    }
  }, [missing, load])
  return component
}
