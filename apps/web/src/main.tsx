import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/global.layer.css'
import './app/theme.css'
import './app/base.css'
import './ui/history-guard.ts'
import { createRoot } from 'react-dom/client'
import { loadFirstScreen } from '#api/first-screen.ts'
import { standAlone } from './app/paths.ts'
import { Providers } from './app/providers.tsx'
import { Router } from './app/router.tsx'

loadFirstScreen(document.getElementById('first-screen')?.textContent)
standAlone(window.history)

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <Providers>
      <Router />
    </Providers>,
  )
}
