import { SITE_NAME } from '@shiliu/contract/limits'
import { createStore } from './state/store.ts'

const tagged = (name: string) =>
  globalThis.document?.querySelector<HTMLMetaElement>(`meta[property="${name}"]`)?.content ?? ''

/**
 * Name, logo and state of the site as the server wrote them into the page; administrators change them. An empty logo is
 * ours.
 */
export const site = createStore({
  name: tagged('og:site_name') || SITE_NAME,
  logo: tagged('site:logo'),
  readOnly: tagged('site:mode') === 'read_only',
  description: tagged('site:description'),
  footer: tagged('site:footer'),
  icp: tagged('site:icp'),
  /** How to find the administrators. */
  contact: tagged('site:contact'),
  /** How long the trash keeps what is deleted. */
  trashDays: Number(tagged('site:trash-days')) || 30,
})
