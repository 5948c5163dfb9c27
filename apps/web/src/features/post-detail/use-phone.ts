import { useMediaQuery } from '@mantine/hooks'
import { BREAKPOINTS } from '#ui/breakpoints.ts'

/** Whether a note covers the whole screen. */
export function usePhone(): boolean {
  return useMediaQuery(`(max-width: ${BREAKPOINTS.phone}px)`, undefined, { getInitialValueInEffect: false })
}
