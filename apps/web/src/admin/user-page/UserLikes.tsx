import { likes } from '@shiliu/contract/admin/likes'
import { TARGET } from '@shiliu/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { paths } from '#app/paths.ts'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import { Loaded } from './Loaded.tsx'
import classes from './UserPage.module.css'

/** The latest likes: many of one author in a short time are what one looks for. */
export function UserLikes({ id }: { id: number }) {
  const query = { user_id: String(id), limit: 20, sortField: 'id', sortOrder: 'desc' }
  const list = useQuery({
    queryKey: keys.adminRows('likes', query),
    queryFn: ({ signal }) => call(likes.list, { query, signal }),
  })
  return (
    <Loaded
      query={list}
      rowsOf={({ data }) => data}
      none="没有点过赞"
      label="点赞"
      more={{ to: `${paths.admin('likes')}?user_id=${id}`, total: ({ total }) => total }}
    >
      {({ target_type, target_id, created_at }) => (
        <p className={classes.line}>
          <Link to={paths.adminRecord(target_type === TARGET.post ? 'posts' : 'comments', target_id)}>
            {target_type === TARGET.post ? '笔记' : '评论'} {target_id}
          </Link>
          <RelativeTime time={created_at} />
        </p>
      )}
    </Loaded>
  )
}
