/** What is drawn: the pictures of every category, and the sizes they come in. */

import { campus } from './plan/campus.mjs'
import { career } from './plan/career.mjs'
import { emotion } from './plan/emotion.mjs'
import { graduation } from './plan/graduation.mjs'
import { help } from './plan/help.mjs'
import { interest } from './plan/interest.mjs'
import { life } from './plan/life.mjs'
import { opinion } from './plan/opinion.mjs'
import { social } from './plan/social.mjs'
import { study } from './plan/study.mjs'

export const SIZES = {
  p34: [960, 1280],
  p45: [1000, 1250],
  sq: [1080, 1080],
  l43: [1280, 960],
  l32: [1260, 840],
  l169: [1280, 720],
  p916: [720, 1280],
  wide: [1280, 520],
  tall: [560, 1280],
}

export const PLAN = { study, campus, emotion, interest, life, social, help, opinion, graduation, career }
