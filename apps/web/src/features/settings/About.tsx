import { VERSION } from '@shiliu/contract/limits'
import { Logo } from '#ui/Logo.tsx'
import classes from './About.module.css'

/** What the product is, and of what it is made (spec section 1). */
export function About() {
  return (
    <div className={classes.about}>
      <Logo size={64} markOnly />
      <p className={classes.name}>小石榴校园图文社区</p>
      <p className={classes.version}>v{VERSION}</p>
      <p>用图片和文字记录校园里的日子，遇见同路的人。这是一个用于教学的开源示例项目。</p>
      <dl className={classes.facts}>
        <div>
          <dt>前端</dt>
          <dd>React</dd>
        </div>
        <div>
          <dt>后端</dt>
          <dd>Node.js、Fastify，数据存在 MySQL 或内置的 SQLite</dd>
        </div>
        <div>
          <dt>密码</dt>
          <dd>只保存加密后的哈希值，没有人能看到原文</dd>
        </div>
      </dl>
    </div>
  )
}
