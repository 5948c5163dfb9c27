import { useCategories } from '#entities/category/category.queries.ts'
import { Button } from '#ui/form/Button.tsx'
import type { FormStore } from './form-store.ts'
import { By, Panel } from './Panel.tsx'
import type { Problem } from './use-record-form.ts'
import { Versions } from './Versions.tsx'

type Props = {
  problem: Problem
  form: FormStore
  onTakeTheirs: () => void
  onKeepMine: () => void
  onCompare: () => void
  onStartAnew: () => void
}

/** Above the form: why what is in it is not saved yet, and the ways to go on. */
export function ProblemPanel({ problem, form, onTakeTheirs, onKeepMine, onCompare, onStartAnew }: Props) {
  switch (problem.kind) {
    case 'restored':
      return (
        <Panel quiet text="这是你上次填写、还没有保存的内容。">
          <Button size="sm" variant="plain" onClick={onStartAnew}>
            {form.row ? '换回记录现在的内容' : '清空'}
          </Button>
        </Panel>
      )
    case 'comparing':
      return <Panel text="这条记录刚被别人改过，正在取对方的版本…" />
    case 'not-compared':
      return (
        <Panel text={`这条记录刚被别人改过，这里的内容还没有保存。${problem.message}`}>
          <Button size="sm" variant="plain" onClick={onCompare}>
            重试
          </Button>
        </Panel>
      )
    case 'gone':
      return (
        <Panel
          text={
            <>
              这条记录
              <By by={problem.by} verb="删除了" />
              。填写的内容还在这里，点「创建」会存成一条新的。
            </>
          }
        />
      )
    case 'conflict': {
      const differences = form.differencesFrom(problem.theirs)
      const isCategory = (name: string) => form.fields.some((field) => field.name === name && field.kind === 'category')
      const words = (name: string, text: string) => (isCategory(name) ? <CategoryName id={text} /> : text)
      return (
        <Panel
          text={
            <>
              这条记录
              <By by={problem.by} verb="改过" />
              ，这里的内容还没有保存。
              {differences.length === 0 && '改后的内容和你填写的一样。'}
            </>
          }
        >
          <Versions differences={differences} words={words} onTakeTheirs={onTakeTheirs} onKeepMine={onKeepMine} />
        </Panel>
      )
    }
  }
}

function CategoryName({ id }: { id: string }) {
  return useCategories().data?.find((category) => String(category.id) === id)?.name ?? id
}
