import { useMediaQuery } from '@mantine/hooks'

/** Whether a note covers the whole screen (spec section 2 «Note detail»: up to 768 px). */
export function usePhone(): boolean {
  return useMediaQuery('(max-width: 768px)', undefined, { getInitialValueInEffect: false })
}
