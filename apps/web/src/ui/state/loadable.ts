/**
 * Components fetched when needed. Unlike React.lazy, a fetch that failed is not remembered: without a network a dialog
 * does not open this time, and may the next.
 */
import { type ComponentType, useEffect, useState } from 'react'

export type Loadable<Props> = {
  /** The component once it is there. */
  get: () => ComponentType<Props> | null
  load: () => Promise<ComponentType<Props>>
}

export function loadable<Props>(fetchIt: () => Promise<ComponentType<Props>>): Loadable<Props> {
  let component: ComponentType<Props> | null = null
  let running: Promise<ComponentType<Props>> | null = null
  return {
    get: () => component,
    load() {
      running ??= fetchIt().then(
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

/** Fetches when `wanted`; `onFail` tells whoever waits. null until it is there. */
export function useLoadable<Props>(
  { get, load }: Loadable<Props>,
  wanted: boolean,
  onFail: (error: unknown) => void,
): ComponentType<Props> | null {
  const [, setReady] = useState(false)
  // Asked here and not in the effect: what arrives between the two must still be shown.
  const component = get()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new onFail is no reason to fetch again
  useEffect(() => {
    if (!wanted || component) return
    let here = true
    load().then(
      () => here && setReady(true),
      (error: unknown) => here && onFail(error),
    )
    return () => {
      here = false
    }
  }, [wanted, get, load])
  return component
}
