import { log } from '../../../shell/log.ts';

const KEY = 'inbox-sound';
const FIRST_HERTZ = 660;
const SECOND_HERTZ = 880;
const LOUDNESS = 0.05;
const NOTE_SECONDS = 0.16;
/** Several messages at once are one sound. */
const PAUSE_MS = 1500;

let context: AudioContext | null = null;
let lastAt = 0;

/** On, until somebody wants it quiet on this device. */
export const soundIsOn = (): boolean => {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return true;
  }
};

export function setSound(on: boolean): void {
  try {
    localStorage.setItem(KEY, on ? 'on' : 'off');
  } catch (error) {
    log.error('The choice of sound could not be kept:', error);
  }
  if (on) playSound(Date.now() + PAUSE_MS);
}

/** Browsers let a page sound only after somebody has pressed something in it: the first press is what opens it. */
export function openSound(): () => void {
  const open = () => {
    close();
    if (!soundIsOn() || typeof AudioContext === 'undefined') return;
    context ??= new AudioContext();
    context.resume().catch((error: unknown) => log.error('The sound could not be opened:', error));
  };
  const close = () => {
    for (const name of PRESSES) window.removeEventListener(name, open, { capture: true });
  };
  for (const name of PRESSES) window.addEventListener(name, open, { capture: true });
  return close;
}
const PRESSES = ['pointerdown', 'keydown'] as const;

/** Two soft notes. Before the first press nothing is heard, and nothing is made up for later. */
export function playSound(now = Date.now()): void {
  if (now - lastAt < PAUSE_MS || typeof AudioContext === 'undefined') return;
  lastAt = now;
  try {
    context ??= new AudioContext();
    if (context.state !== 'running') return void context.resume().catch(() => undefined);
    note(context, FIRST_HERTZ, context.currentTime);
    note(context, SECOND_HERTZ, context.currentTime + NOTE_SECONDS * 0.7);
  } catch (error) {
    log.error('The sound could not be played:', error);
  }
}

function note(audio: AudioContext, hertz: number, at: number): void {
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.type = 'sine';
  tone.frequency.value = hertz;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(LOUDNESS, at + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + NOTE_SECONDS * 2);
  tone.connect(volume).connect(audio.destination);
  tone.start(at);
  tone.stop(at + NOTE_SECONDS * 2);
}
