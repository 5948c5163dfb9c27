import classes from './PageLoader.module.css'

/** Stands in while a page's code is fetched; shown only when that takes a moment, so that fast loads do not flicker. */
export function PageLoader() {
  return (
    <div className={classes.loader} role="status">
      <span className={classes.ring} aria-hidden />
      <span className="sr-only">加载中</span>
    </div>
  )
}
