import { useMediaQuery } from '@mantine/hooks'
import { BREAKPOINTS } from '#ui/constants.ts'

/** Whether a note covers the whole screen (spec section 2 «Note detail»: up to 768 px). */
export function usePhone(): boolean {
  return useMediaQuery(`(max-width: ${BREAKPOINTS.phone}px)`, undefined, { getInitialValueInEffect: false })
}
