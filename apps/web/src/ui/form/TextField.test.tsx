import { screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { renderInApp } from '#test/render.tsx'
import { TextField } from './TextField.tsx'

function Form({ error, password }: { error?: string; password?: boolean }) {
  const [value, setValue] = useState('')
  return (
    <TextField
      label="口令"
      value={value}
      onChange={setValue}
      {...(error && { error })}
      {...(password && { password })}
    />
  )
}

describe('TextField', () => {
  it('marks the input invalid and describes it by its error', () => {
    renderInApp(<Form error="请输入口令" />)
    const input = screen.getByLabelText('口令')
    expect(input).toBeInvalid()
    expect(input).toHaveAccessibleDescription('请输入口令')
    expect(screen.getByRole('alert')).toHaveTextContent('请输入口令')
  })

  it('is valid and has no alert without an error', async () => {
    const { user } = renderInApp(<Form />)
    await user.type(screen.getByLabelText('口令'), '芝麻')
    expect(screen.getByLabelText('口令')).toHaveValue('芝麻')
    expect(screen.getByLabelText('口令')).toBeValid()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('masks a password until its button is pressed', async () => {
    const { user } = renderInApp(<Form password error="密码至少需要6位" />)
    const input = screen.getByLabelText('口令')
    expect(input).toHaveAttribute('type', 'password')
    expect(input).toBeInvalid()
    await user.type(input, 'abc')
    await user.click(screen.getByLabelText('显示或隐藏密码'))
    expect(input).toHaveAttribute('type', 'text')
    expect(input).toHaveValue('abc')
  })
})
