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

export const soundIsOn = (): boolean => {
  try {
    return localStorage.getItem(KEY) === 'on';
  } catch {
    // Without storage nothing was ever allowed.
    return false;
  }
};

export function setSound(on: boolean): void {
  try {
    localStorage.setItem(KEY, on ? 'on' : 'off');
  } catch (error) {
    log.error('The choice of sound could not be kept:', error);
  }
  if (on) void playSound(Date.now() + PAUSE_MS);
}

/** Two soft notes. A browser that wants a click first stays silent. */
export async function playSound(now = Date.now()): Promise<void> {
  if (now - lastAt < PAUSE_MS || typeof AudioContext === 'undefined') return;
  lastAt = now;
  try {
    context ??= new AudioContext();
    if (context.state === 'suspended') await context.resume();
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
