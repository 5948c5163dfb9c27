/** Tiptap reduced to what a text can hold: lines, and mentions as atoms. What else is typed or pasted is plain text. */
import { Editor, type Range } from '@tiptap/core'
import { Document } from '@tiptap/extension-document'
import { HardBreak } from '@tiptap/extension-hard-break'
import { Mention as MentionNode, type MentionNodeAttrs, type MentionOptions } from '@tiptap/extension-mention'
import { Paragraph } from '@tiptap/extension-paragraph'
import { Text } from '@tiptap/extension-text'
import { UndoRedo } from '@tiptap/extensions'
import { Fragment, Slice } from '@tiptap/pm/model'
import { type EditorState, Selection } from '@tiptap/pm/state'
import type { EditorProps, EditorView } from '@tiptap/pm/view'
import type { SuggestionMount, SuggestionProps } from '@tiptap/suggestion'
import { createStore } from '#ui/state/store.ts'
import { type DocumentJson, lineJson, type Mention, mentionJson, toDocument, toMarkup } from './document.ts'

type Options = {
  element: HTMLElement
  source: string
  /** Called on every change of the document. */
  attributes: (state: { empty: boolean }) => Record<string, string>
  suggestion: SuggestionStore
  onChange: (source: string) => void
  /** Called before any other key handler; true stops the others. */
  onKeyDown: (event: KeyboardEvent) => boolean
}

const PUBLIC_ID = /^[A-Za-z0-9_]{1,15}$/

export function createEditor({ element, source, attributes, suggestion, onChange, onKeyDown }: Options): Editor {
  return new Editor({
    element,
    extensions: [
      Document,
      Paragraph,
      Text,
      HardBreak,
      UndoRedo,
      Atom.configure({ deleteTriggerWithBackspace: true, suggestion: suggestionOptions(suggestion) }),
    ],
    content: toDocument(source),
    injectCSS: false,
    enableInputRules: false,
    enablePasteRules: false,
    coreExtensionOptions: { clipboardTextSerializer: { blockSeparator: '\n' } },
    editorProps: {
      attributes: (state) => attributes({ empty: isEmpty(state) }),
      handleKeyDown: (_, event) => onKeyDown(event),
      handleDOMEvents: plainTextEvents,
    },
    // The schema admits nothing but `DocumentJson`.
    onUpdate: ({ editor }) => onChange(toMarkup(editor.getJSON() as DocumentJson)),
  })
}

/** Replaces the whole text without calling `onChange`. */
export function setSource(editor: Editor, source: string) {
  editor.commands.setContent(toDocument(source), { emitUpdate: false })
}

export function insertText(editor: Editor, text: string) {
  editor.view.dispatch(editor.state.tr.insertText(text).scrollIntoView())
}

export function insertMention(editor: Editor, person: Mention, range: Range = editor.state.selection) {
  editor.commands.insertContentAt({ from: range.from, to: range.to }, [
    mentionJson(person),
    { type: 'text', text: ' ' },
  ])
}

function isEmpty({ doc }: EditorState): boolean {
  return doc.childCount === 1 && doc.firstChild?.content.size === 0
}

const Atom = MentionNode.extend({
  parseHTML() {
    return [
      {
        tag: 'span[data-type="mention"]',
        getAttrs: ({ dataset }) => PUBLIC_ID.test(dataset.id ?? '') && Boolean(dataset.label) && null,
      },
    ]
  },
})

/** An @ that is being typed, for the popup that suggests people. */
export type Suggestion = {
  query: string
  choose: (person: Mention) => void
  /** Places an element beside the @ and keeps it there until the returned function is called. */
  mount: SuggestionMount
}

export type SuggestionStore = ReturnType<typeof createSuggestionStore>

export function createSuggestionStore() {
  const { get, set, use } = createStore<Suggestion | null>(null)
  return {
    get,
    set,
    use,
    /** Set by the popup; true when it has handled the key. */
    onKeyDown: (_: KeyboardEvent): boolean => false,
  }
}

/** An @ behind one of these is part of an email address. */
const EMAIL_CHARACTER = /[A-Za-z0-9._%+-]/

function suggestionOptions(store: SuggestionStore): MentionOptions['suggestion'] {
  function show({ query, command, mount }: SuggestionProps<unknown, MentionNodeAttrs>) {
    store.set({ query, mount, choose: ({ userId, nickname }) => command({ id: userId, label: nickname }) })
  }
  return {
    char: '@',
    // Chinese has no spaces between words.
    allowedPrefixes: null,
    offset: { mainAxis: 6 },
    allow: ({ state, range }) => !EMAIL_CHARACTER.test(state.doc.textBetween(Math.max(0, range.from - 1), range.from)),
    command({ editor, range, props: { id, label } }) {
      if (id && label) insertMention(editor, { userId: id, nickname: label }, range)
    },
    render: () => ({
      onStart: show,
      onUpdate: show,
      onExit: () => store.set(null),
      onKeyDown: ({ event }) => store.onKeyDown(event),
    }),
  }
}

/** ProseMirror marks what was copied from it, so mentions survive copying between these fields. */
const COPIED_HERE = 'data-pm-slice'

/** Pasted and dropped content is inserted as plain text; its HTML is not read. */
const plainTextEvents: EditorProps['handleDOMEvents'] = {
  paste: (view, event) => insertPlainText(view, event, event.clipboardData),
  drop(view, event) {
    // Text that is moved within the editor.
    if (view.dragging) return false
    const at = view.posAtCoords({ left: event.clientX, top: event.clientY })
    if (at && !event.dataTransfer?.types.includes('Files')) {
      view.dispatch(view.state.tr.setSelection(Selection.near(view.state.doc.resolve(at.pos))))
    }
    return insertPlainText(view, event, event.dataTransfer)
  },
}

/** True stops ProseMirror's own handling. Content without text is files, which the page handles. */
function insertPlainText(view: EditorView, event: Event, data: DataTransfer | null): boolean {
  if (!data || data.getData('text/html').includes(COPIED_HERE)) return false
  const text = data.getData('text/plain')
  if (text) {
    event.preventDefault()
    const lines = text.split(/\r\n?|\n/).map((line) => view.state.schema.nodeFromJSON(lineJson(line)))
    const slice = new Slice(Fragment.from(lines), 1, 1)
    view.dispatch(view.state.tr.replaceSelection(slice).scrollIntoView().setMeta('uiEvent', 'paste'))
  }
  return true
}
