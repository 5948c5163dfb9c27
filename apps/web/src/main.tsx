import * as posts from '@shiliu/contract/posts'
import { createRoot } from 'react-dom/client'

const root = document.getElementById('root')
if (root) createRoot(root).render(posts.list.path)
