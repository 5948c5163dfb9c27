import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { ApiError } from '#api/error.ts'
import { renderInApp } from '#test/render.tsx'
import { ErrorState } from './ErrorState.tsx'

describe('ErrorState', () => {
  it('alerts with the server’s message and tries again', async () => {
    const onRetry = vi.fn()
    const { user } = renderInApp(<ErrorState error={new ApiError(403, '没有权限')} onRetry={onRetry} />)
    expect(screen.getByRole('alert')).toHaveTextContent('加载失败没有权限')
    await user.click(screen.getByRole('button', { name: '重新加载' }))
    expect(onRetry).toHaveBeenCalledTimes(1)
  })

  it('tells a missing network from a refusal', () => {
    renderInApp(<ErrorState error={new ApiError(0, '网络连接失败，请检查网络设置')} />)
    expect(screen.getByRole('alert')).toHaveTextContent('网络好像断开了')
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('does not show the message of an error of the program', () => {
    renderInApp(<ErrorState error={new TypeError('post is undefined')} />)
    expect(screen.getByRole('alert')).toHaveTextContent('加载失败稍后再试一次')
  })
})
