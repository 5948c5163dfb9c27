import { useCampus, useCampusStart } from '#entities/user/campus.queries.ts'
import { Button } from '#ui/form/Button.tsx'
import classes from './CampusButtons.module.css'

type Props = {
  /** There is nothing else to sign in with. */
  alone: boolean
  disabled: boolean
}

/** Sign-in with the account of a school, below the forms; nothing where the site has none. */
export function CampusButtons({ alone, disabled }: Props) {
  const { data } = useCampus()
  const start = useCampusStart()
  if (!data || data.providers.length === 0) return null
  return (
    <div className={classes.campus}>
      {alone ? (
        <p className={classes.hint}>本站用校园账号登录，第一次登录时会建立账号</p>
      ) : (
        <p className={classes.or}>
          <span>或</span>
        </p>
      )}
      {data.providers.map(({ id, name }, index) => (
        <Button
          key={id}
          variant={alone ? 'primary' : 'plain'}
          size="lg"
          wide
          data-autofocus={(alone && index === 0) || undefined}
          disabled={disabled || (start.isPending && start.variables.id !== id)}
          loading={start.isPending && start.variables.id === id}
          onClick={() => start.mutate({ id })}
        >
          用{name}登录
        </Button>
      ))}
    </div>
  )
}
