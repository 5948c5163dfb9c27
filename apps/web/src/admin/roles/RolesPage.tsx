import { ADMIN_ROLES, type AdminRole, ROLE_WORDS, roleSuffices } from '@shiliu/contract/admin/roles'
import { IconCheck } from '@tabler/icons-react'
import { Fragment, useMemo } from 'react'
import { Link } from 'react-router'
import { useAdmin } from '#api/session.ts'
import { paths } from '#app/paths.ts'
import { ErrorState } from '#entities/query/ErrorState.tsx'
import { Skeleton, SkeletonBlock } from '#ui/feedback/Skeleton.tsx'
import { type ApiDocument, sectionsOf } from '../api-docs/openapi.ts'
import { useApiDocument } from '../api-docs/use-docs.ts'
import classes from './RolesPage.module.css'

const ADDED: Record<AdminRole, string> = {
  owner: '还能管理管理员、看 IP 地址、彻底删除',
  administrator: '还能管理账号、导出、改网站设置',
  moderator: '还能审核、处理举报和申诉、警告、禁言和封禁',
  editor: '还能改分类、标签和公告',
  viewer: '只能看',
}

/** Which role may do what, made from what the endpoints themselves say (docs/product.md#administrators-roles). */
export function RolesPage() {
  const { data, error, refetch } = useApiDocument()
  const own = useAdmin()?.role
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>权限</h1>
      <p className={classes.intro}>
        每个角色都能做它下面的角色能做的事。角色由站长在「管理员管理」里指定，改了立刻生效。每个操作的说明在{' '}
        <Link to={paths.admin('api-docs')}>API文档</Link>。
      </p>
      <dl className={classes.roles}>
        {ADMIN_ROLES.map((role) => (
          <div key={role} data-own={role === own || undefined}>
            <dt>
              {ROLE_WORDS[role]}
              {role === own && <span className={classes.own}>你</span>}
            </dt>
            <dd>{ADDED[role]}</dd>
          </div>
        ))}
      </dl>
      {data && <Matrix document={data} own={own} />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton>
          <SkeletonBlock height={320} />
        </Skeleton>
      )}
    </div>
  )
}

function Matrix({ document, own }: { document: ApiDocument; own: AdminRole | undefined }) {
  const sections = useMemo(
    () =>
      sectionsOf(document)
        .map(({ name, endpoints }) => ({ name, endpoints: endpoints.filter(({ least }) => least !== null) }))
        .filter(({ endpoints }) => endpoints.length > 0),
    [document],
  )
  return (
    <table className={classes.matrix}>
      <thead>
        <tr>
          <th scope="col">能做什么</th>
          {ADMIN_ROLES.map((role) => (
            <th key={role} scope="col" data-own={role === own || undefined}>
              {ROLE_WORDS[role]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sections.map(({ name, endpoints }) => (
          <Fragment key={name}>
            <tr>
              <th scope="colgroup" className={classes.section} colSpan={ADMIN_ROLES.length + 1}>
                {name}
              </th>
            </tr>
            {endpoints.map(({ id, title, method, path, least }) => (
              <tr key={id}>
                <th scope="row" title={`${method} ${path}`}>
                  {title}
                </th>
                {ADMIN_ROLES.map((role) => (
                  <td key={role} data-own={role === own || undefined}>
                    {least && roleSuffices(role, least) ? (
                      <IconCheck size={18} role="img" aria-label="能" />
                    ) : (
                      <span role="img" aria-label="不能">
                        ·
                      </span>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}
