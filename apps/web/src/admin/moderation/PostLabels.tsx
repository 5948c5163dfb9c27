import type { ModeratedItem } from '@shiliu/contract/admin/reports'
import classes from './PostLabels.module.css'

/** The category and tags of a note, which decide where readers meet it. */
export function PostLabels({ item: { category, tags } }: { item: Pick<ModeratedItem, 'category' | 'tags'> }) {
  if (category === null && tags.length === 0) return null
  return (
    <ul className={classes.labels} aria-label="分类和标签">
      {category !== null && <li>{category}</li>}
      {tags.map((tag) => (
        <li key={tag} dir="auto">
          #{tag}
        </li>
      ))}
    </ul>
  )
}
