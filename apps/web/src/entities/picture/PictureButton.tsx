import { IconPhoto } from '@tabler/icons-react'
import { useRef } from 'react'
import { ToolButton } from '#ui/ToolButton.tsx'
import { ACCEPTED } from './file-rules.ts'

type Props = { onChoose: (files: File[]) => void; disabled?: boolean }

/** Opens the file dialog, from the row of tools beside a field. */
export function PictureButton({ onChoose, disabled }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <ToolButton label="图片" icon={IconPhoto} disabled={disabled} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={ACCEPTED.join(',')}
        aria-label="添加图片"
        onChange={({ target }) => {
          onChoose([...(target.files ?? [])])
          // The same file may be chosen again.
          target.value = ''
        }}
      />
    </>
  )
}
