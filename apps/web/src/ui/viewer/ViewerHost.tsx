import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { NETWORK_FAILED } from '#api/error.ts'
import { useLoadable } from '../loadable.ts'
import { toast } from '../toast.ts'
import { viewer, viewerRequest } from './open-viewer.ts'

const close = () => viewerRequest.set(null)

function fail() {
  toast.error(NETWORK_FAILED)
  close()
}

/** Shows what `openViewer()` asks for; stands once, in the app. */
export function ViewerHost() {
  const request = viewerRequest.use()
  const { key } = useLocation()
  const Viewer = useLoadable(viewer, request !== null, fail)
  // biome-ignore lint/correctness/useExhaustiveDependencies: pictures do not outlast the page that they were opened on
  useEffect(() => close, [key])
  return Viewer && request && <Viewer {...request} onClosed={close} />
}
