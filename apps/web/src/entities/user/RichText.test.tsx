import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderInApp } from '#test/render.tsx'
import { RichText } from './RichText.tsx'

function show(source: string) {
  const { container } = renderInApp(
    <p data-testid="text">
      <RichText source={source} />
    </p>,
  )
  return { container, text: screen.getByTestId('text') }
}

describe('RichText', () => {
  it('shows markup as the text that was typed', () => {
    const typed = '<script>alert(1)</script> <a href="javascript:alert(1)">x</a> <b>粗</b>'
    const stored = typed.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    const { container, text } = show(stored)
    expect(text).toHaveTextContent(typed)
    expect(container.querySelector('script, a, b')).toBeNull()
  })

  it('creates no elements from stored HTML', () => {
    const { container } = show('<script>alert(1)</script><img src=x onerror=alert(1)><iframe src="/"></iframe>好')
    expect(container.querySelector('script, img, iframe')).toBeNull()
    expect(container).toHaveTextContent('好')
  })

  it('breaks lines and links mentions to the user in a new tab', () => {
    const { container } = show('早<br>[@小二:two] 好')
    expect(container.querySelector('br')).not.toBeNull()
    const mention = screen.getByRole('link', { name: '@小二' })
    expect(mention).toHaveAttribute('href', '/user/two')
    expect(mention).toHaveAttribute('target', '_blank')
  })
})
