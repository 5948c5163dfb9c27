import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { rectSortingStrategy, SortableContext, sortableKeyboardCoordinates, useSortable } from '@dnd-kit/sortable'
import type { CSSProperties } from 'react'
import { PictureTile } from '#entities/picture/PictureTile.tsx'
import type { PictureItem } from '#entities/picture/uploader.ts'
import classes from './PicturesField.module.css'
import type { TilesProps } from './PicturesField.tsx'

const TOUCH = { activationConstraint: { delay: 300, tolerance: 10 } }
const MOUSE = { activationConstraint: { distance: 6 } }
const KEYBOARD = { coordinateGetter: sortableKeyboardCoordinates }

const INSTRUCTIONS = { draggable: '按空格拿起这张图片，用方向键移动，再按空格放下，按 Esc 取消。' }

function announcementsFor(items: readonly PictureItem[]): Announcements {
  const position = (id: string | number) => items.findIndex((item) => item.id === id) + 1
  return {
    onDragStart: ({ active }) => `已拿起第${position(active.id)}张图片`,
    onDragOver: ({ over }) => (over ? `移到第${position(over.id)}个位置` : '不在任何位置上'),
    onDragEnd: ({ over }) => (over ? `已放到第${position(over.id)}个位置` : '已放回原处'),
    onDragCancel: () => '已放回原处',
  }
}

/** Pictures that can be sorted with the mouse, a long press or the keyboard. */
export function SortableTiles({ items, hold, disabled, actions, after }: TilesProps) {
  const sensors = useSensors(
    useSensor(MouseSensor, MOUSE),
    useSensor(TouchSensor, TOUCH),
    useSensor(KeyboardSensor, KEYBOARD),
  )
  function onDragEnd({ active, over }: DragEndEvent) {
    if (over) actions.move(String(active.id), String(over.id))
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={onDragEnd}
      accessibility={{ announcements: announcementsFor(items), screenReaderInstructions: INSTRUCTIONS }}
    >
      <SortableContext items={items.map(({ id }) => id)} strategy={rectSortingStrategy}>
        <ul className={classes.tiles}>
          {items.map((item, index) => (
            <SortableTile key={item.id} item={item} index={index} hold={hold} disabled={disabled} actions={actions} />
          ))}
          {after && <li className={classes.tile}>{after}</li>}
        </ul>
      </SortableContext>
    </DndContext>
  )
}

type TileProps = Pick<TilesProps, 'hold' | 'disabled' | 'actions'> & { item: PictureItem; index: number }

function SortableTile({ item, index, hold, disabled, actions }: TileProps) {
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } = useSortable({
    id: item.id,
    disabled,
    attributes: { roleDescription: '可排序的图片' },
  })
  const variables = {
    '--move': transform ? `translate3d(${Math.round(transform.x)}px, ${Math.round(transform.y)}px, 0)` : undefined,
    '--move-transition': transition,
  } as CSSProperties
  const dragHandle = {
    ...attributes,
    ...listeners,
    ref: setActivatorNodeRef,
    // Esc cancels the drag instead of closing the dialog around the field.
    'data-mantine-stop-propagation': isDragging || undefined,
  }
  return (
    <li ref={setNodeRef} className={classes.tile} style={variables} data-dragging={isDragging || undefined}>
      <PictureTile
        item={item}
        index={index}
        hold={hold}
        cover={index === 0}
        disabled={disabled}
        actions={actions}
        dragHandle={dragHandle}
      />
    </li>
  )
}
