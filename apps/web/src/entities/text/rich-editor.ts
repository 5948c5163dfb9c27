/** Tiptap, cut down to what a text may hold: lines, and mentions as atoms. Everything else that is typed or pasted is text. */
import { Editor, type Range } from '@tiptap/core'
import { Document } from '@tiptap/extension-document'
import { HardBreak } from '@tiptap/extension-hard-break'
import { Mention, type MentionOptions } from '@tiptap/extension-mention'
import { Paragraph } from '@tiptap/extension-paragraph'
import { Text } from '@tiptap/extension-text'
import { UndoRedo } from '@tiptap/extensions'
import type { EditorState } from '@tiptap/pm/state'
import { type DocumentJson, type Mentioned, mentionJson, toDocument, toMarkup } from './document.ts'
import { foreignText } from './foreign-text.ts'

type EditorOptions = {
  element: HTMLElement
  source: string
  /** Asked anew with every change of the text. */
  attributes: (state: { empty: boolean }) => Record<string, string>
  suggestion: MentionOptions['suggestion']
  onChange: (source: string) => void
  /** Before anything else hears of the key; true when it is dealt with. */
  onKey: (event: KeyboardEvent) => boolean
}

const PUBLIC_ID = /^[A-Za-z0-9_]{1,15}$/

export function createRichEditor({ element, source, attributes, suggestion, onChange, onKey }: EditorOptions): Editor {
  return new Editor({
    element,
    extensions: [
      Document,
      Paragraph,
      Text,
      HardBreak,
      UndoRedo,
      Atom.configure({ deleteTriggerWithBackspace: true, suggestion }),
    ],
    content: toDocument(source),
    injectCSS: false,
    enableInputRules: false,
    enablePasteRules: false,
    coreExtensionOptions: { clipboardTextSerializer: { blockSeparator: '\n' } },
    editorProps: {
      attributes: (state) => attributes({ empty: isEmpty(state) }),
      handleKeyDown: (_, event) => onKey(event),
      handleDOMEvents: foreignText,
    },
    onUpdate: ({ editor }) => onChange(sourceOf(editor)),
  })
}

function sourceOf(editor: Editor): string {
  // The schema admits nothing else.
  return toMarkup(editor.getJSON() as DocumentJson)
}

/** Replaces all of it without telling `onChange`. */
export function setSource(editor: Editor, source: string) {
  editor.commands.setContent(toDocument(source), { emitUpdate: false })
}

export function insertText(editor: Editor, text: string) {
  editor.view.dispatch(editor.state.tr.insertText(text).scrollIntoView())
}

/** A mention and a space behind it, in place of `range` or of what is selected. */
export function insertMention(editor: Editor, person: Mentioned, range: Range = editor.state.selection) {
  editor.commands.insertContentAt({ from: range.from, to: range.to }, [
    mentionJson(person),
    { type: 'text', text: ' ' },
  ])
}

function isEmpty({ doc }: EditorState): boolean {
  return doc.childCount === 1 && doc.firstChild?.content.size === 0
}

const Atom = Mention.extend({
  parseHTML() {
    return [
      {
        tag: 'span[data-type="mention"]',
        getAttrs: ({ dataset }) => PUBLIC_ID.test(dataset.id ?? '') && Boolean(dataset.label) && null,
      },
    ]
  },
})
