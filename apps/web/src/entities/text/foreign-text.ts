/** What comes from elsewhere, pasted or dropped, is text and nothing else: its HTML is not even read. */
import { Fragment, Slice } from '@tiptap/pm/model'
import { Selection } from '@tiptap/pm/state'
import type { EditorProps, EditorView } from '@tiptap/pm/view'
import { lineJson } from './document.ts'

/** What prosemirror puts around what was copied from it: mentions come along between our own fields. */
const COPIED_HERE = 'data-pm-slice'

export const foreignText: EditorProps['handleDOMEvents'] = {
  paste: (view, event) => take(view, event, event.clipboardData),
  drop(view, event) {
    // Moved within the text.
    if (view.dragging) return false
    const at = view.posAtCoords({ left: event.clientX, top: event.clientY })
    if (at && !event.dataTransfer?.types.includes('Files')) {
      view.dispatch(view.state.tr.setSelection(Selection.near(view.state.doc.resolve(at.pos))))
    }
    return take(view, event, event.dataTransfer)
  },
}

/** Whether nobody else shall. Without a text it is files, which are for the page. */
function take(view: EditorView, event: Event, data: DataTransfer | null): boolean {
  if (!data || data.getData('text/html').includes(COPIED_HERE)) return false
  const text = data.getData('text/plain')
  if (text) {
    event.preventDefault()
    view.dispatch(view.state.tr.replaceSelection(linesOf(view, text)).scrollIntoView().setMeta('uiEvent', 'paste'))
  }
  return true
}

function linesOf(view: EditorView, text: string): Slice {
  const lines = text.split(/\r\n?|\n/).map((line) => view.state.schema.nodeFromJSON(lineJson(line)))
  return new Slice(Fragment.from(lines), 1, 1)
}
