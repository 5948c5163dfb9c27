/** Between the editor, which notices an @ being typed, and the list that is shown for it. */
import type { MentionNodeAttrs, MentionOptions } from '@tiptap/extension-mention'
import type { SuggestionMount, SuggestionProps } from '@tiptap/suggestion'
import { createStore } from '#ui/store.ts'
import type { Mentioned } from './document.ts'
import { insertMention } from './rich-editor.ts'

export type Suggesting = {
  /** What stands behind the @. */
  query: string
  choose: (person: Mentioned) => void
  /** Puts an element beside the @ and keeps it there until the returned function is called. */
  mount: SuggestionMount
}

export type SuggestingStore = ReturnType<typeof createSuggesting>

export function createSuggesting() {
  const { get, set, use } = createStore<Suggesting | null>(null)
  return {
    get,
    set,
    use,
    /** The list's own keys, set by the list; true when it took one. */
    onKey: (_: KeyboardEvent): boolean => false,
  }
}

/** An @ behind one of these belongs to an address of mail. */
const IN_ADDRESS = /[A-Za-z0-9._%+-]/

export function suggestionOf(store: SuggestingStore): MentionOptions['suggestion'] {
  function show({ query, command, mount }: SuggestionProps<unknown, MentionNodeAttrs>) {
    store.set({ query, mount, choose: ({ userId, nickname }) => command({ id: userId, label: nickname }) })
  }
  return {
    char: '@',
    // Chinese has no spaces between words.
    allowedPrefixes: null,
    offset: { mainAxis: 6 },
    allow: ({ state, range }) => !IN_ADDRESS.test(state.doc.textBetween(Math.max(0, range.from - 1), range.from)),
    command({ editor, range, props: { id, label } }) {
      if (id && label) insertMention(editor, { userId: id, nickname: label }, range)
    },
    render: () => ({
      onStart: show,
      onUpdate: show,
      onExit: () => store.set(null),
      onKeyDown: ({ event }) => store.onKey(event),
    }),
  }
}
