import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CodeFacts, SecretField } from './secret-once.tsx'

test('a secret can be read and copied, and not changed', () => {
  const html = renderToStaticMarkup(createElement(SecretField, { label: 'Link', secret: 'https://fire.example.com/#/x' }))
  expect(html).toMatch(/<input[^>]*readOnly=""[^>]*aria-label="Link"[^>]*value="https:\/\/fire.example.com\/#\/x"/i)
  expect(html).toContain('<button')
})

test('what is entered with a secret stands beside its label', () => {
  const html = renderToStaticMarkup(createElement(CodeFacts, { facts: [['Port', 1883]] }))
  expect(html).toBe('<dl class="ew-code-facts"><div><dt>Port</dt><dd><code>1883</code></dd></div></dl>')
})
